import Testing

@testable import LarderWorker

@Suite("Starts of parts") struct PartStartsTests {
    private static let cases: [(parts: [String], text: String, starts: [Int?])] = [
        (["ab", "cd"], "ab\n\ncd", [0, 4]), (["\nab\n", "cd"], "ab\ncd", [0, 3]),
        (["ab", "", "cd"], "ab\ncd", [0, nil, 3]), (["e\u{301}\u{1F600}", "x"], "e\u{301}\u{1F600}\nx", [0, 4]),
        (["ab", "cd", "ef"], "ab\n\nc", [0, nil, nil]), (["ab", "ab"], "ab\nab", [0, 3]), (["ab"], "\nab", [1]),
        (["ab", "cd"], "other", [nil, nil]), ([], "ab", []),
        // Pictures at the beginning of a text, and behind another one.
        (["ab", "\u{FFFC}\ncd\n\nef", "gh"], "ab\n\u{FFFC}\n\ncd\n\nef\n\ngh", [0, 3, 14]),
        (["\u{FFFC}\n", "cd"], "\u{FFFC}\n\ncd", [0, 3]), (["ab"], "abc", [nil]),
    ]

    @Test(arguments: cases) func `each part begins behind the one before and the line ends between them`(
        parts: [String],
        text: String,
        starts: [Int?]
    ) {
        #expect(PartStarts.find(parts, in: text) == starts)
    }
}
