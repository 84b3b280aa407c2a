/// Labels of other than ASCII characters as letters and digits (RFC 3492).
enum Punycode {
    /// The bytes of a whole name; keeps the quadratic work small.
    private static let maxScalars = 253

    /// The text behind `xn--`; nil for more than 253 scalars.
    static func encode(_ input: [Unicode.Scalar]) -> String? {
        guard input.count <= maxScalars else { return nil }
        var output = input.filter(\.isASCII).map { UInt8($0.value) }
        let basic = output.count
        if basic > 0 { output.append(UInt8(ascii: "-")) }
        var n: UInt32 = 128
        var delta = 0
        var bias = 72
        var handled = basic
        while handled < input.count, let next = input.lazy.map(\.value).filter({ $0 >= n }).min() {
            delta += Int(next - n) * (handled + 1)
            n = next
            for scalar in input {
                if scalar.value < n { delta += 1 }
                guard scalar.value == n else { continue }
                var q = delta
                var k = 36
                while q >= threshold(k, bias) {
                    let t = threshold(k, bias)
                    output.append(digit(t + (q - t) % (36 - t)))
                    q = (q - t) / (36 - t)
                    k += 36
                }
                output.append(digit(q))
                bias = adapted(delta, handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            n += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// What the text behind `xn--` stands for; nil where it is no Punycode in lower case or has more than 253 bytes.
    static func decode(_ input: Substring.UTF8View) -> [Unicode.Scalar]? {
        guard input.count <= maxScalars else { return nil }
        let hyphen = input.lastIndex(of: UInt8(ascii: "-"))
        var output = input[..<(hyphen ?? input.startIndex)].map { Unicode.Scalar($0) }
        var rest = hyphen.map { input[input.index(after: $0)...] } ?? input
        var n = 128
        var index = 0
        var bias = 72
        while !rest.isEmpty {
            let before = index
            var weight: Int64 = 1
            var k = 36
            while true {
                guard let value = rest.popFirst().flatMap(value) else { return nil }
                // `Int` has 32 bits on watches; this limit is above 0x10FFFF times the most scalars.
                let next = Int64(index) + Int64(value) * weight
                guard next <= 1 << 29 else { return nil }
                index = Int(next)
                let t = threshold(k, bias)
                if value < t { break }
                weight *= Int64(36 - t)
                guard weight <= 1 << 32 else { return nil }
                k += 36
            }
            bias = adapted(index - before, output.count + 1, isFirst: before == 0)
            n += index / (output.count + 1)
            index %= output.count + 1
            guard n <= 0x10FFFF, let scalar = Unicode.Scalar(UInt32(n)) else { return nil }
            output.insert(scalar, at: index)
            index += 1
        }
        return output
    }

    private static func threshold(_ k: Int, _ bias: Int) -> Int { min(max(k - bias, 1), 26) }

    private static func digit(_ value: Int) -> UInt8 { UInt8(value < 26 ? value + 0x61 : value - 26 + 0x30) }

    private static func value(_ digit: UInt8) -> Int? {
        switch digit {
        case 0x61...0x7A: Int(digit) - 0x61
        case 0x30...0x39: Int(digit) - 0x30 + 26
        default: nil
        }
    }

    private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
        var rest = isFirst ? delta / 700 : delta / 2
        rest += rest / count
        var k = 0
        while rest > 455 {
            rest /= 35
            k += 36
        }
        return k + 36 * rest / (rest + 38)
    }
}
