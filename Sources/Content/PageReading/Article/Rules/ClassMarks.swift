/// What the words of an element's `class`, `id`, `role`, `itemprop` and `rel` say that it holds.
struct ClassMarks: OptionSet, Hashable {
    let rawValue: UInt32

    static let hidden = ClassMarks(rawValue: 1)
    static let comment = ClassMarks(rawValue: 2)
    static let consent = ClassMarks(rawValue: 4)
    static let advertisement = ClassMarks(rawValue: 8)
    static let share = ClassMarks(rawValue: 16)
    static let related = ClassMarks(rawValue: 32)
    static let navigation = ClassMarks(rawValue: 64)
    /// A box about the author.
    static let author = ClassMarks(rawValue: 128)
    /// The line with author and date.
    static let meta = ClassMarks(rawValue: 256)
    static let caption = ClassMarks(rawValue: 512)
    static let newsletter = ClassMarks(rawValue: 1024)
    static let sidebar = ClassMarks(rawValue: 2048)
    static let header = ClassMarks(rawValue: 4096)
    static let footer = ClassMarks(rawValue: 8192)
    static let tags = ClassMarks(rawValue: 16384)
    static let tool = ClassMarks(rawValue: 32768)
    /// The article's text, in a word that is used for nothing else.
    static let body = ClassMarks(rawValue: 65536)
    static let title = ClassMarks(rawValue: 262_144)
    static let byline = ClassMarks(rawValue: 2_097_152)
    static let date = ClassMarks(rawValue: 4_194_304)
    static let recipe = ClassMarks(rawValue: 16_777_216)
}
