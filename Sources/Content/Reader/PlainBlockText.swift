internal import LarderHTML

/// The text of a block: white space folded, one line for each line break.
enum PlainBlockText {
    static func text(_ block: PageBlock, _ tree: PageTree, _ document: HTMLDocument) -> String {
        var bytes: [UInt8] = []
        var pendingSpace = false
        for leaf in tree.leaves[Int(block.firstLeaf)..<Int(block.endLeaf)] {
            switch leaf.kind {
            case .lineBreak:
                if !bytes.isEmpty { bytes.append(0x0A) }
                pendingSpace = false
            case .picture, .embed: continue
            case .text:
                let drop = tree.elements[Int(leaf.element)].drop
                guard drop == .none || tree.elements[Int(block.owner)].drop == drop else { continue }
                document.withTextBytes(of: leaf.node) { span in
                    for index in 0..<span.count {
                        let byte = span[index]
                        if byte <= 0x20 {
                            pendingSpace = true
                        } else {
                            if pendingSpace, !bytes.isEmpty, bytes.last != 0x0A { bytes.append(0x20) }
                            pendingSpace = false
                            bytes.append(byte)
                        }
                    }
                }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
