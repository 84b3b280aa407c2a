import Foundation

/// One test of a `.dat` file of html5lib's tree construction tests.
struct TreeConstructionCase {
    var data: [UInt8] = []
    var fragment: String?
    /// `nil` if the test is to run with scripting off and on.
    var scripting: Bool?
    var document = ""
    var line = 0

    /// The tests of a file, read as bytes: some hold NUL, and a blank line may be part of a text.
    static func read(_ file: URL) throws -> [TreeConstructionCase] {
        let lines = [UInt8](try Data(contentsOf: file)).split(separator: 0x0A, omittingEmptySubsequences: false)
        var cases: [TreeConstructionCase] = []
        var current = TreeConstructionCase()
        var section = ""
        var data: [ArraySlice<UInt8>] = []
        var tree: [ArraySlice<UInt8>] = []
        func finish() {
            guard !section.isEmpty else { return }
            while let last = tree.last, last.isEmpty { tree.removeLast() }
            current.data = Array(data.joined(separator: [0x0A]))
            current.document = String(decoding: Array(tree.joined(separator: [0x0A])), as: UTF8.self)
            cases.append(current)
        }
        let headings = [
            "#data", "#errors", "#new-errors", "#document-fragment", "#script-off", "#script-on", "#document",
        ]
        for (number, line) in lines.enumerated() {
            let text = String(decoding: line, as: UTF8.self)
            if headings.contains(text), text != "#data" || section == "#document" || section.isEmpty {
                if text == "#data" {
                    finish()
                    (current, data, tree) = (TreeConstructionCase(), [], [])
                    current.line = number + 1
                }
                if text == "#script-off" { current.scripting = false }
                if text == "#script-on" { current.scripting = true }
                section = text
                continue
            }
            switch section {
            case "#data": data.append(line)
            case "#document-fragment": current.fragment = text
            case "#document": tree.append(line)
            default: break
            }
        }
        finish()
        return cases
    }
}
