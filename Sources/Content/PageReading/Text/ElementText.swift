import LarderHTML
internal import LarderModel

/// The text of an element with line ends where blocks begin and end.
enum ElementText {
    private static let isBlock = NameMap(
        [
            (
                [
                    .address, .article, .blockquote, .br, .dd, .div, .dl, .dt, .h1, .h2, .h3, .h4, .h5, .h6, .header,
                    .hr, .li, .ol, .p, .section, .table, .tr, .ul,
                ], true
            )
        ],
        other: false
    )

    static func text(of top: NodeID, in document: HTMLDocument, visits: inout Int) -> String {
        var out: [UInt8] = []
        var walk = document.events(of: top)
        while visits > 0, let event = walk.next() {
            visits -= 1
            switch event {
            case .enter(let node):
                if document.isElement(node, .script) || document.isElement(node, .style) {
                    walk.skipChildren()
                } else if isBlock[document.name(of: node)] {
                    out.append(0x0A)
                }
            case .leave(let node): if isBlock[document.name(of: node)] { out.append(0x0A) }
            case .leaf(let node):
                guard document.kind(of: node) == .text else { continue }
                // Line ends in the source are white space.
                document.withTextBytes(of: node) { bytes in
                    for index in bytes.indices {
                        let byte = bytes[index]
                        out.append(byte == 0x0A || byte == 0x0D || byte == 0x09 ? 0x20 : byte)
                    }
                }
            }
            if out.count > RecordBound.fieldBytes.limit { break }
        }
        // Bytes count as visits too, which bounds all texts together.
        visits -= out.count / 16
        let lines = out.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
        return lines.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }.filter { !$0.isEmpty }
            .joined(separator: "\n")
    }
}
