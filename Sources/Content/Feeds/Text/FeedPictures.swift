extension FeedFile {
    /// Whether it is a picture, by its type, else by the end of its address.
    package var isPicture: Bool {
        if let type { return type.lowercased().hasPrefix("image") }
        return hasEnding(of: Self.pictures)
    }

    /// Whether it is a picture, a sound or a film, and no page that shows one.
    package var isMedia: Bool {
        if let type = type?.lowercased(), !type.isEmpty {
            return ["image", "audio", "video"].contains { type.hasPrefix($0) }
        }
        return hasEnding(of: Self.pictures + Self.sounds + Self.films)
    }

    private static let pictures = [".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif"]
    private static let sounds = [".mp3", ".m4a", ".aac", ".ogg", ".oga", ".opus", ".wav", ".flac"]
    private static let films = [".mp4", ".m4v", ".mov", ".webm", ".ogv", ".mkv", ".avi"]

    private func hasEnding(of endings: [String]) -> Bool {
        let path = url.prefix { $0 != "?" && $0 != "#" }.suffix(6).lowercased()
        return endings.contains { path.hasSuffix($0) }
    }
}
