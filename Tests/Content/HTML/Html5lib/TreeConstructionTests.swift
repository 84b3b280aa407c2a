import Foundation
import LarderHTML
import Testing

@Suite("Tree construction by html5lib") struct TreeConstructionTests {
    /// Tests whose expectation the pinned date of the standard does not share, each with the change that explains it.
    static let exceptions: [String: String] = [:]

    @Test(arguments: Corpus.html5lib)
    func `every document and fragment has the tree the tests expect`(tests: URL) throws {
        let folder = tests.appending(path: "tree-construction")
        var score: [String: (passed: Int, all: Int)] = [:]
        for file in Corpus.files(in: folder, suffix: ".dat") {
            for test in try TreeConstructionCase.read(file) {
                let kind = test.fragment == nil ? "documents" : "fragments"
                let name = "\(file.lastPathComponent):\(test.line)"
                let runs = test.scripting.map { [$0] } ?? [false, true]
                let failed = runs.map { dump(test, scripting: $0) }.filter { $0 != test.document }
                score[kind, default: (0, 0)].all += 1
                if failed.isEmpty { score[kind, default: (0, 0)].passed += 1 }
                if let reason = Self.exceptions[name] {
                    #expect(!failed.isEmpty, "\(name) passes now; it was listed because \(reason)")
                } else if let got = failed.first {
                    let data = String(decoding: test.data, as: UTF8.self)
                    Issue.record("\(name)\n\(data)\nexpected\n\(test.document)\ngot\n\(got)")
                }
            }
        }
        let (documents, fragments) = Corpus.isOwn(tests) ? (13, 2) : (1600, 192)
        #expect(score["documents"]?.all == documents && score["fragments"]?.all == fragments, "not all tests were read")
        print("html5lib tree construction:", score.map { "\($0.key) \($0.value.passed) of \($0.value.all)" }.sorted())
    }

    private func dump(_ test: TreeConstructionCase, scripting: Bool) -> String {
        guard let fragment = test.fragment else {
            return TreeDump.lines(of: HTMLDocument(parsing: test.data, scripting: scripting))
        }
        let words = fragment.split(separator: " ")
        let namespace: Namespace = words.count < 2 ? .html : words[0] == "svg" ? .svg : .mathML
        return TreeDump.lines(
            of: .fragment(
                parsing: test.data,
                context: String(words.last ?? ""),
                namespace: namespace,
                scripting: scripting
            )
        )
    }
}
