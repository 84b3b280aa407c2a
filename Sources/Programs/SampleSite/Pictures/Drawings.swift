/// The drawings of one subject, filled up with blanks to the size of photographs on web pages.
///
/// `deploy/sample-pictures/draw.py` makes the files in `Fixtures`, which are compiled into the program.
struct Drawings: Sendable {
    /// For 7 pictures in 10.
    let jpegs: [[UInt8]]
    /// For the others, in ``otherFormat``.
    let other: [UInt8]
    let otherFormat: PictureFormat

    /// Those of the dishes, in the order of ``SampleSite/queries``.
    static let dishes = [
        Drawings([PackageResources.pasta_1_jpg, PackageResources.pasta_2_jpg], .webp, PackageResources.pasta_3_webp),
        Drawings([PackageResources.soup_1_jpg, PackageResources.soup_2_jpg], .png, PackageResources.soup_3_png),
        Drawings([PackageResources.salad_1_jpg, PackageResources.salad_2_jpg], .webp, PackageResources.salad_3_webp),
        Drawings([PackageResources.curry_1_jpg, PackageResources.curry_2_jpg], .gif, PackageResources.curry_3_gif),
        Drawings([PackageResources.pie_1_jpg, PackageResources.pie_2_jpg], .png, PackageResources.pie_3_png),
        Drawings([PackageResources.stew_1_jpg, PackageResources.stew_2_jpg], .webp, PackageResources.stew_3_webp),
        Drawings([PackageResources.cake_1_jpg, PackageResources.cake_2_jpg], .gif, PackageResources.cake_3_gif),
        Drawings([PackageResources.pizza_1_jpg, PackageResources.pizza_2_jpg], .png, PackageResources.pizza_3_png),
    ]

    /// Those of the news.
    static let landscapes = Drawings(
        [PackageResources.market_jpg, PackageResources.orchard_jpg, PackageResources.pier_jpg],
        .webp,
        PackageResources.harbour_webp
    )

    private init(_ jpegs: [[UInt8]], _ format: PictureFormat, _ other: [UInt8]) {
        self.jpegs = jpegs.map { Self.filled($0, .jpeg) }
        self.other = Self.filled(other, format)
        otherFormat = format
    }

    /// The file with a comment of blanks: 48, 57, 66 or 75 kB, or a little more than it had where it was as large.
    private static func filled(_ file: [UInt8], _ format: PictureFormat) -> [UInt8] {
        let blanks = max(48_000 + 9_000 * (file.count % 4) - file.count, 500)
        return format.adding([UInt8](repeating: UInt8(ascii: " "), count: blanks), to: file)
    }
}
