internal import CSamplePictures

/// The drawings of one subject, filled up with blanks to the size of photographs on web pages.
///
/// `deploy/sample-pictures/draw.py` makes the files, which CSamplePictures holds.
struct Drawings: Sendable {
    /// For 7 pictures in 10.
    let jpegs: [[UInt8]]
    /// For the others, in ``otherFormat``.
    let other: [UInt8]
    let otherFormat: PictureFormat

    /// Those of the dishes, in the order of ``SampleSite/queries``.
    static let dishes = [
        Drawings(["pasta-1.jpg", "pasta-2.jpg"], .webp, "pasta-3.webp"),
        Drawings(["soup-1.jpg", "soup-2.jpg"], .png, "soup-3.png"),
        Drawings(["salad-1.jpg", "salad-2.jpg"], .webp, "salad-3.webp"),
        Drawings(["curry-1.jpg", "curry-2.jpg"], .gif, "curry-3.gif"),
        Drawings(["pie-1.jpg", "pie-2.jpg"], .png, "pie-3.png"),
        Drawings(["stew-1.jpg", "stew-2.jpg"], .webp, "stew-3.webp"),
        Drawings(["cake-1.jpg", "cake-2.jpg"], .gif, "cake-3.gif"),
        Drawings(["pizza-1.jpg", "pizza-2.jpg"], .png, "pizza-3.png"),
    ]

    /// Those of the news.
    static let landscapes = Drawings(
        ["market.jpg", "orchard.jpg", "pier.jpg"],
        .webp,
        "harbour.webp"
    )

    private init(_ jpegs: [String], _ format: PictureFormat, _ other: String) {
        self.jpegs = jpegs.map { Self.filled(Self.file($0), .jpeg) }
        self.other = Self.filled(Self.file(other), format)
        otherFormat = format
    }

    private static func file(_ name: String) -> [UInt8] {
        var count = 0
        guard let bytes = unsafe larder_sample_picture(name, &count) else { preconditionFailure("no picture \(name)") }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// The file with a comment of blanks: 48, 57, 66 or 75 kB, or a little more than it had where it was as large.
    private static func filled(_ file: [UInt8], _ format: PictureFormat) -> [UInt8] {
        let blanks = max(48_000 + 9_000 * (file.count % 4) - file.count, 500)
        return format.adding([UInt8](repeating: UInt8(ascii: " "), count: blanks), to: file)
    }
}
