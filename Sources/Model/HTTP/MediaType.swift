/// Media types of answers (RFC 9110 §8.3.1).
package enum MediaType {
    /// The type and subtype of a `Content-Type` field in lower case, without parameters.
    package static func essence(_ field: String) -> String {
        String(field.prefix { $0 != ";" }).lowercased().trimmedASCII
    }

    /// The media type of a file whose format is not known (RFC 2046, section 4.5.1).
    package static let unknownBytes = "application/octet-stream"

    package static func isPicture(_ field: String) -> Bool { essence(field).hasPrefix("image/") }

    /// Whether the type is of a file that is no page: a sound, film, picture, archive or document of an office program.
    package static func isFile(_ field: String) -> Bool {
        let type = essence(field)
        return ["audio/", "video/", "image/", "font/", "application/vnd."].contains(where: type.hasPrefix)
            || files.contains(type)
    }

    private static let files: Set<String> = [
        "application/pdf", "application/zip", "application/gzip", "application/x-gzip", "application/x-tar",
        "application/x-7z-compressed", "application/x-rar-compressed", "application/epub+zip", "application/msword",
        "application/postscript", "application/rtf", "application/ogg", "application/x-bzip2", "application/x-xz",
    ]
}
