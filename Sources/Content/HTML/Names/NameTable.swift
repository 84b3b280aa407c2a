/// The names of a document: bytes to id and back.
///
/// A name of up to 16 bytes is compared as two words. The hash is keyed once for each process, so that a page cannot
/// choose names that collide.
@usableFromInline struct NameTable: Sendable {
    /// Two little-endian words of a short name; of a long one, its hash and its length with the top bit set.
    struct Key: Equatable {
        var low: UInt64
        var high: UInt64
    }

    @usableFromInline private(set) var bytes: [UInt8] = []
    /// Where each name ends in `bytes`; the entry of id 0 is 0.
    @usableFromInline private(set) var ends: [UInt32] = [0]
    private var keys: [Key] = [Key(low: 0, high: 0)]
    private var slots: [UInt32]
    private let seed: Key

    static let maxShortLength = 16

    private init(slotCount: Int, seed: Key) {
        slots = [UInt32](repeating: 0, count: slotCount)
        self.seed = seed
    }

    /// The table with the known names and no other, made once.
    static let known: NameTable = {
        var table = NameTable(
            slotCount: 2048,
            seed: Key(low: .random(in: 1...UInt64.max), high: .random(in: 1...UInt64.max))
        )
        let foreign = [ForeignNames.svgElements, ForeignNames.svgAttributes, ForeignNames.mathMLAttributes]
            .flatMap { $0.split(whereSeparator: \.isWhitespace) }
        for name in KnownNames.list.split(whereSeparator: \.isWhitespace) + foreign {
            _ = table.intern(name.utf8.map(ASCII.lowercased))
        }
        for name in foreign { _ = table.intern(Array(name.utf8)) }
        return table
    }()

    var count: Int { ends.count }

    @usableFromInline
    func bounds(of name: NameID) -> Range<Int> {
        guard name.index > 0 else { return 0..<0 }
        return Int(ends[name.index - 1])..<Int(ends[name.index])
    }

    func find(_ name: [UInt8]) -> NameID? {
        let key = key(of: name)
        let slot = slot(of: key, long: name)
        return slots[slot] == 0 ? nil : NameID(rawValue: slots[slot])
    }

    mutating func intern(_ name: [UInt8]) -> NameID {
        let key = key(of: name)
        let slot = slot(of: key, long: name)
        if slots[slot] != 0 { return NameID(rawValue: slots[slot]) }
        bytes.append(contentsOf: name)
        return add(key, at: slot)
    }

    /// The id of a name of 1 to 16 bytes, none of them zero.
    @inline(__always)
    mutating func intern(short key: Key) -> NameID {
        let mask = slots.count &- 1
        var slot = Int(truncatingIfNeeded: hash(key)) & mask
        while true {
            let id = slots[slot]
            if id == 0 { break }
            if keys[Int(truncatingIfNeeded: id)] == key { return NameID(rawValue: id) }
            slot = (slot &+ 1) & mask
        }
        return add(short: key, at: slot)
    }

    @inline(never)
    private mutating func add(short key: Key, at slot: Int) -> NameID {
        for var word in [key.low, key.high] {
            while word != 0 {
                bytes.append(UInt8(truncatingIfNeeded: word))
                word >>= 8
            }
        }
        return add(key, at: slot)
    }

    private mutating func add(_ key: Key, at slot: Int) -> NameID {
        let id = UInt32(truncatingIfNeeded: ends.count)
        ends.append(UInt32(truncatingIfNeeded: bytes.count))
        keys.append(key)
        slots[slot] = id
        if ends.count &* 2 > slots.count { grow() }
        return NameID(rawValue: id)
    }

    private mutating func grow() {
        let mask = slots.count &* 4 &- 1
        slots = [UInt32](repeating: 0, count: mask &+ 1)
        for id in 1..<keys.count {
            var slot = Int(truncatingIfNeeded: hash(keys[id])) & mask
            while slots[slot] != 0 { slot = (slot &+ 1) & mask }
            slots[slot] = UInt32(truncatingIfNeeded: id)
        }
    }

    @inline(__always)
    func hash(_ key: Key) -> UInt64 {
        let product = (key.low ^ seed.low).multipliedFullWidth(by: key.high ^ seed.high)
        let mixed = product.high ^ product.low
        return mixed ^ mixed >> 32
    }

    private func key(of name: [UInt8]) -> Key {
        if name.count <= Self.maxShortLength {
            var key = Key(low: 0, high: 0)
            for (index, byte) in name.prefix(8).enumerated() { key.low |= UInt64(byte) << UInt64(index * 8) }
            for (index, byte) in name.dropFirst(8).enumerated() { key.high |= UInt64(byte) << UInt64(index * 8) }
            return key
        }
        var state = Key(low: seed.high, high: seed.low)
        var index = 0
        while index < name.count {
            var word: UInt64 = 0
            for byte in name[index..<min(index + 8, name.count)] { word = word << 8 | UInt64(byte) }
            state.low = hash(Key(low: state.low ^ word, high: state.high))
            index += 8
        }
        return Key(low: state.low, high: UInt64(name.count) | 1 << 63)
    }

    private func slot(of key: Key, long name: [UInt8]) -> Int {
        let mask = slots.count &- 1
        var slot = Int(truncatingIfNeeded: hash(key)) & mask
        while slots[slot] != 0 {
            let id = NameID(rawValue: slots[slot])
            if keys[id.index] == key, name.count <= Self.maxShortLength || bytes[bounds(of: id)].elementsEqual(name) {
                return slot
            }
            slot = (slot &+ 1) & mask
        }
        return slot
    }
}
