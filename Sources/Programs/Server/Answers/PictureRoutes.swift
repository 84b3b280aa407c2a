internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import LarderModel
internal import LarderViewer
internal import NIOCore
internal import SystemPackage

/// The pictures of the cache, by the digest that names their file.
///
/// Only files that begin as a picture of a type that browsers show as such: the cache holds pages and scripts, too.
struct PictureRoutes {
    let library: ServedLarder
    private let files = FileIO()

    init(_ library: ServedLarder) { self.library = library }

    func add(to router: Router<BasicRequestContext>) {
        router.get("pictures/:folder/:name") { request, context in
            try await answer(context.parameters.require("name"), request, context)
        }
    }

    private func answer(_ name: String, _ request: Request, _ context: BasicRequestContext) async throws -> Response {
        let hex = String(name.prefix { $0 != "." })
        guard let digest = Digest(hex: hex) else { throw HTTPError(.notFound) }
        let path = "\(library.folder)/cache/blobs/\(digest.hex.prefix(2))/\(digest.hex)"
        guard let file = PictureFile(path) else { throw HTTPError(.notFound) }
        var headers: HTTPFields = [
            .contentType: file.type,
            .eTag: "\"\(digest.hex)\"",
            .cacheControl: "private, max-age=31536000, immutable",
            .acceptRanges: "bytes",
        ]
        if Conditional.isKnown("\"\(digest.hex)\"", request) { return Conditional.notModified(headers) }
        guard let range = ByteRange(request, size: file.size, tag: "\"\(digest.hex)\"") else {
            return Response(status: .ok, headers: headers, body: try await files.loadFile(path: path, context: context))
        }
        guard let bytes = range.bytes else {
            headers[.contentRange] = "bytes */\(file.size)"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
        headers[.contentRange] = "bytes \(bytes.lowerBound)-\(bytes.upperBound)/\(file.size)"
        let body = try await files.loadFile(path: path, range: bytes, context: context)
        return Response(status: .partialContent, headers: headers, body: body)
    }
}

/// A picture's file with its real type.
private struct PictureFile {
    let type: String
    let size: Int

    /// Nil where there is none, or it begins as something else than a picture.
    init?(_ path: String) {
        guard let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: [.noFollow, .closeOnExec]) else {
            return nil
        }
        defer { try? file.close() }  // nothing was written
        var start = [UInt8](repeating: 0, count: 16)
        guard let length = try? unsafe start.withUnsafeMutableBytes({ try unsafe file.read(into: $0) }),
            let end = try? file.seek(offset: 0, from: .end), let type = Self.type(of: start.prefix(length))
        else { return nil }
        self.type = type
        size = Int(end)
    }

    /// The type that the first bytes tell (WHATWG MIME Sniffing, section 6.1), and AVIF by its brand.
    private static func type(of start: ArraySlice<UInt8>) -> String? {
        func has(_ text: String, at place: Int = 0) -> Bool { start.dropFirst(place).starts(with: text.utf8) }
        if start.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        if has("GIF87a") || has("GIF89a") { return "image/gif" }
        if has("RIFF"), has("WEBP", at: 8) { return "image/webp" }
        return has("ftyp", at: 4) && (has("avif", at: 8) || has("avis", at: 8)) ? "image/avif" : nil
    }
}

/// The part of a file that a request asks for (RFC 9110, section 14.2): one range; several are answered as the whole.
struct ByteRange {
    /// Nil: the range has no byte of the file.
    let bytes: ClosedRange<Int>?

    /// Nil: the whole file is asked for.
    init?(_ request: Request, size: Int, tag: String) {
        guard let field = request.headers[.range], field.hasPrefix("bytes="), !field.contains(","),
            request.headers[.ifRange].map({ $0 == tag }) ?? true
        else { return nil }
        let ends = field.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        // `Int` reads signs, too.
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy(\.isASCIIDigit) }) else { return nil }
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, let last):
            guard ends[1].isEmpty || last != nil, last.map({ $0 >= first }) ?? true else { return nil }
            bytes = first < size ? first...min(last ?? size - 1, size - 1) : nil
        case (nil, let count?) where ends[0].isEmpty:
            bytes = count > 0 && size > 0 ? max(0, size - count)...(size - 1) : nil
        default: return nil
        }
    }
}
