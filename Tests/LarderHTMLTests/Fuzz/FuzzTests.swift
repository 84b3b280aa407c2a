import Foundation
import LarderHTML
import Testing

/// Random input: the parser must end, trap nowhere, and leave a tree whose links agree.
///
/// LARDER_FUZZ_SECONDS is the time for each test, 3 by default; LARDER_FUZZ_SEED the first seed, so that a failure
/// can be repeated.
@Suite("Random input") struct FuzzTests {
    private static let seconds = Double(ProcessInfo.processInfo.environment["LARDER_FUZZ_SECONDS"] ?? "") ?? 3
    private static let firstSeed = UInt64(ProcessInfo.processInfo.environment["LARDER_FUZZ_SEED"] ?? "")

    private func run(_ name: String, _ make: (inout SeededGenerator) -> [UInt8]) {
        let first = Self.firstSeed ?? UInt64.random(in: 0...UInt64(UInt32.max))
        let end = ContinuousClock.now + .seconds(Self.seconds)
        var seed = first
        // Written before the parser runs: a trap leaves it as the last word.
        FileHandle.standardError.write(Data("fuzz \(name): LARDER_FUZZ_SEED=\(first) begins\n".utf8))
        while ContinuousClock.now < end {
            var random = SeededGenerator(seed: seed)
            let input = make(&random)
            var limits = ParserLimits()
            if Bool.random(using: &random) { limits.maxDepth = Int.random(in: 16...64, using: &random) }
            if Bool.random(using: &random) { limits.baseClones = Int.random(in: 0...20, using: &random) }
            if Bool.random(using: &random) { limits.clonesPerStartTag = Int.random(in: 0...1, using: &random) }
            if Bool.random(using: &random) { limits.maxFormattingElements = Int.random(in: 3...8, using: &random) }
            let scripting = Bool.random(using: &random)
            check(HTMLDocument(parsing: input, limits: limits, scripting: scripting), seed, name)
            let context = Self.contexts[Int.random(in: 0..<Self.contexts.count, using: &random)]
            let fragment = HTMLDocument.fragment(
                parsing: input,
                context: context.0,
                namespace: context.1,
                limits: limits,
                scripting: scripting
            )
            check(fragment, seed, name)
            seed &+= 1
        }
        print("fuzz \(name): seeds \(first) to \(seed)")
    }

    private static let contexts: [(String, Namespace)] = [
        ("div", .html), ("table", .html), ("tr", .html), ("td", .html), ("template", .html), ("select", .html),
        ("html", .html), ("head", .html), ("body", .html), ("frameset", .html), ("colgroup", .html), ("caption", .html),
        ("title", .html), ("script", .html), ("plaintext", .html), ("form", .html), ("svg", .svg), ("desc", .svg),
        ("math", .mathML), ("annotation-xml", .mathML), ("mi", .mathML),
    ]

    private func check(_ document: HTMLDocument, _ seed: UInt64, _ name: String) {
        if let problem = TreeCheck.problem(in: document) {
            Issue.record("\(name), LARDER_FUZZ_SEED=\(seed): \(problem)")
        }
    }

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
