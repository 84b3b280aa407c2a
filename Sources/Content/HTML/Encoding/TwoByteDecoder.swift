/// Encodings of ASCII, other single bytes, and pairs of a lead and a trail byte (Encoding Standard, 12.1, 13.3, 14.1).
struct TwoByteDecoder: Sendable {
    /// What a byte means that stands where a character begins.
    enum Start: Sendable {
        case scalar(UInt32)
        case lead
        case nothing
    }

    let start: @Sendable (UInt8) -> Start
    /// The scalars of a lead and a trail byte, none where they are no character; at most two.
    let pair: @Sendable (_ lead: Int, _ trail: Int) -> (UInt32, UInt32?)?

    func utf8(_ bytes: [UInt8]) -> [UInt8] {
        var output = UTF8Output(capacity: bytes.count + bytes.count / 2)
        var lead: Int?
        for byte in bytes {
            if let first = lead {
                lead = nil
                if let (scalar, mark) = pair(first, Int(byte)) {
                    output.append(scalar)
                    if let mark { output.append(mark) }
                    continue
                }
                output.appendReplacement()
                // A trail byte that is ASCII counts by itself, so that no lead byte hides markup.
                guard byte < 0x80 else { continue }
            }
            guard byte >= 0x80 else {
                output.append(ascii: byte)
                continue
            }
            switch start(byte) {
            case .scalar(let scalar): output.append(scalar)
            case .lead: lead = Int(byte)
            case .nothing: output.appendReplacement()
            }
        }
        if lead != nil { output.appendReplacement() }
        return output.bytes
    }

    static let big5 = TwoByteDecoder(
        start: { (0x81...0xFE).contains($0) ? .lead : .nothing },
        pair: { lead, trail in
            guard (0x40...0x7E).contains(trail) || (0xA1...0xFE).contains(trail) else { return nil }
            let pointer = (lead - 0x81) * 157 + trail - (trail < 0x7F ? 0x40 : 0x62)
            // The four characters that Unicode writes as a letter and a mark.
            switch pointer {
            case 1_133: return (0xCA, 0x304)
            case 1_135: return (0xCA, 0x30C)
            case 1_164: return (0xEA, 0x304)
            case 1_166: return (0xEA, 0x30C)
            default: return EncodingIndex.scalar(pointer, in: EncodingIndex.big5).map { ($0, nil) }
            }
        }
    )

    static let eucKR = TwoByteDecoder(
        start: { (0x81...0xFE).contains($0) ? .lead : .nothing },
        pair: { lead, trail in
            guard (0x41...0xFE).contains(trail) else { return nil }
            return EncodingIndex.scalar((lead - 0x81) * 190 + trail - 0x41, in: EncodingIndex.eucKR).map { ($0, nil) }
        }
    )

    static let shiftJIS = TwoByteDecoder(
        start: { byte in
            switch byte {
            case 0x80: .scalar(0x80)
            case 0xA1...0xDF: .scalar(0xFF61 - 0xA1 + UInt32(byte))
            case 0x81...0x9F, 0xE0...0xFC: .lead
            default: .nothing
            }
        },
        pair: { lead, trail in
            guard (0x40...0x7E).contains(trail) || (0x80...0xFC).contains(trail) else { return nil }
            let row = lead - (lead < 0xA0 ? 0x81 : 0xC1)
            let pointer = row * 188 + trail - (trail < 0x7F ? 0x40 : 0x41)
            // Characters of the user's own, in the private use area.
            if (8_836...10_715).contains(pointer) { return (0xE000 + UInt32(pointer - 8_836), nil) }
            return EncodingIndex.scalar(pointer, in: EncodingIndex.jis0208).map { ($0, nil) }
        }
    )
}
