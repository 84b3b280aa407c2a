internal import LarderModel

/// What can be done to Protocol Buffers: fields stay readable, so that the damage gets past the outermost decoder.
enum FieldDamage {
    private struct Field {
        var number: UInt64
        var wireType: UInt8
        /// Without the length of a field that has one.
        var value: [UInt8]

        var encoded: [UInt8] {
            let tag = FieldDamage.varint(number << 3 | UInt64(wireType))
            return wireType == 2 ? tag + FieldDamage.varint(UInt64(value.count)) + value : tag + value
        }
    }

    static func apply(to bytes: inout [UInt8], from mutator: Mutator, depth: Int = 0, _ numbers: inout SeededGenerator)
    {
        var fields = read(bytes)
        let index = numbers.below(fields.count)
        guard !fields.isEmpty else {
            bytes += Field(number: 1 + UInt64(numbers.below(14)), wireType: 0, value: varint(numbers.extreme())).encoded
            return
        }
        switch numbers.below(9) {
        case 0:
            fields.remove(at: index)
        case 1:
            let copy = fields[index]
            let times = numbers.oneIn(6) ? 5_000 : 1 + numbers.below(4)
            fields.insert(contentsOf: repeatElement(copy, count: times), at: numbers.below(fields.count + 1))
        case 2:
            fields.shuffle(using: &numbers)
        case 3 where fields[index].wireType == 2 && depth < 4:
            apply(to: &fields[index].value, from: mutator, depth: depth + 1, &numbers)
        case 3:
            fields[index].value = varint(numbers.extreme())
        case 4 where fields[index].wireType == 2:
            column(&fields[index].value, &numbers)
        case 4:
            fields[index].number = numbers.oneIn(3) ? numbers.extreme() & 0x1FFF_FFFF : 1 + UInt64(numbers.below(14))
        case 5:
            fields[index].number = 1 + UInt64(numbers.below(14))
        case 6:
            fields[index].wireType = UInt8(numbers.below(8))
        case 7:
            // A length that differs from what follows.
            var lying = fields.flatMap(\.encoded)
            let tag = varint(fields[index].number << 3 | 2)
            lying += tag + varint(numbers.extreme()) + fields[index].value
            bytes = lying
            return
        default:
            // Groups, which decoders pass over by recursion.
            let depth = numbers.oneIn(3) ? 50_000 : numbers.below(40)
            bytes = fields.flatMap(\.encoded) + [UInt8](repeating: 0x7B, count: depth)
            if Bool.random(using: &numbers) { bytes += [UInt8](repeating: 0x7C, count: depth) }
            return
        }
        bytes = fields.flatMap(\.encoded)
    }

    /// Takes numbers out of a packed column or puts some in.
    private static func column(_ value: inout [UInt8], _ numbers: inout SeededGenerator) {
        let ends = value.indices.filter { value[$0] < 0x80 }
        switch numbers.below(4) {
        case 0:
            value += varint(numbers.extreme())
        case 1:
            guard let end = ends.randomElement(using: &numbers) else { return }
            value.removeSubrange((end + 1)...)
        case 2:
            guard let end = ends.randomElement(using: &numbers) else { return }
            value.insert(contentsOf: varint(numbers.extreme()), at: end + 1)
        default:
            value += [UInt8](repeating: numbers.oneIn(2) ? 0 : 1, count: numbers.oneIn(4) ? 70_000 : numbers.below(50))
        }
    }

    /// The fields up to the first that is none.
    private static func read(_ bytes: [UInt8]) -> [Field] {
        var fields: [Field] = []
        var place = 0
        while place < bytes.count, fields.count < 2_000, let tag = readVarint(bytes, &place) {
            let start = place
            let wireType = UInt8(tag & 7)
            switch wireType {
            case 0: guard readVarint(bytes, &place) != nil else { return fields }
            case 1: place += 8
            case 2:
                guard let length = readVarint(bytes, &place), length <= UInt64(bytes.count - place) else {
                    return fields
                }
                fields.append(
                    Field(number: tag >> 3, wireType: 2, value: Array(bytes[place..<(place + Int(length))]))
                )
                place += Int(length)
                continue
            case 5: place += 4
            default: return fields
            }
            guard place <= bytes.count else { return fields }
            fields.append(Field(number: tag >> 3, wireType: wireType, value: Array(bytes[start..<place])))
        }
        return fields
    }

    private static func readVarint(_ bytes: [UInt8], _ place: inout Int) -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) where place < bytes.count {
            let byte = bytes[place]
            place += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        return nil
    }

    static func varint(_ value: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}
