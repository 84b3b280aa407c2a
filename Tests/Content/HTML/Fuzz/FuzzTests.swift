import LarderHTML
import LarderModel
import LarderTestSupport
import Testing

/// Random input: the parser must end, trap nowhere, and leave a tree whose links agree.
@Suite("Random input") struct FuzzTests {
    private func run(_ name: String, _ make: @escaping (inout SeededGenerator) -> [UInt8]) {
        let run = FuzzRun("html-\(name)") { item in
            let input = make(&item.numbers)
            var limits = ParserLimits()
            if item.numbers.oneIn(2) { limits.maxDepth = 16 + item.numbers.below(49) }
            if item.numbers.oneIn(2) { limits.baseClones = item.numbers.below(21) }
            if item.numbers.oneIn(2) { limits.clonesPerStartTag = item.numbers.below(2) }
            if item.numbers.oneIn(2) { limits.maxFormattingElements = 3 + item.numbers.below(6) }
            let scripting = item.numbers.oneIn(2)
            let page = HTMLDocument(parsing: input, limits: limits, scripting: scripting)
            let (context, namespace) = Self.contexts[item.numbers.below(Self.contexts.count)]
            let fragment = HTMLDocument.fragment(
                parsing: input,
                context: context,
                namespace: namespace,
                limits: limits,
                scripting: scripting
            )
            return TreeCheck.problem(in: page) ?? TreeCheck.problem(in: fragment)
        }
        #expect(run.failures.isEmpty, "\(run.failures.joined(separator: "\n"))")
    }

    private static let contexts: [(String, Namespace)] = [
        ("div", .html), ("table", .html), ("tr", .html), ("td", .html), ("template", .html), ("select", .html),
        ("html", .html), ("head", .html), ("body", .html), ("frameset", .html), ("colgroup", .html), ("caption", .html),
        ("title", .html), ("script", .html), ("plaintext", .html), ("form", .html), ("svg", .svg), ("desc", .svg),
        ("math", .mathML), ("annotation-xml", .mathML), ("mi", .mathML),
    ]

    @Test func `any bytes make a sound tree`() {
        run("bytes") { random in
            (0..<Int.random(in: 0...400, using: &random)).map { _ in
                let marks = Array("<>/!-='\"& \n\tab[]?#x;\0\r".utf8)
                return Int.random(in: 0..<3, using: &random) == 0
                    ? UInt8.random(in: 0...255, using: &random) : marks[Int.random(in: 0..<marks.count, using: &random)]
            }
        }
    }

    @Test func `any order of tags makes a sound tree`() {
        run("tags") { random in
            TagSoup.page(tags: Int.random(in: 1...150, using: &random), &random)
        }
    }

    @Test func `few kinds of tags, often repeated, make a sound tree`() {
        run("repeats") { random in
            let few = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                TagSoup.names.randomElement(using: &random) ?? "p"
            }
            var page: [UInt8] = []
            for _ in 0..<Int.random(in: 50...600, using: &random) {
                let name = few[Int.random(in: 0..<few.count, using: &random)]
                page += Array(Int.random(in: 0..<4, using: &random) == 0 ? "</\(name)>x".utf8 : "<\(name)>".utf8)
            }
            return page
        }
    }
}
