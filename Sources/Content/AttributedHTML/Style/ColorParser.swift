internal import LarderModel

/// Colours as 0xRRGGBBAA.
enum ColorParser {
    /// The colour of one of the 148 names of CSS Color 4 §6.1 or a system name, in lower case.
    static func named(_ name: String) -> UInt32? {
        (names[name] ?? system[name]).map { $0 << 8 | 0xFF }
    }

    /// Hexadecimal digits without the `#`: 3, 4, 6 or 8 of them.
    static func hex(_ digits: some Collection<UInt8>) -> UInt32? {
        var nibbles = digits.prefix(9).compactMap(\.hexDigit)
        guard nibbles.count == digits.count, [3, 4, 6, 8].contains(nibbles.count) else { return nil }
        if nibbles.count < 6 { nibbles = nibbles.flatMap { [$0, $0] } }
        let value = nibbles.reduce(UInt32(0)) { $0 << 4 | UInt32($1) }
        return nibbles.count == 6 ? value << 8 | 0xFF : value
    }

    static func rgb(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double) -> UInt32 {
        func byte(_ value: Double) -> UInt32 { value.isNaN ? 0 : UInt32(min(max(value.rounded(), 0), 255)) }
        return byte(red) << 24 | byte(green) << 16 | byte(blue) << 8 | byte(alpha * 255)
    }

    /// Hue in degrees, saturation and lightness from 0 to 1 (CSS Color 4 §7.1).
    static func hsl(_ hue: Double, _ saturation: Double, _ lightness: Double, _ alpha: Double) -> UInt32 {
        let s = min(max(saturation, 0), 1)
        let l = min(max(lightness, 0), 1)
        let turned = hue.isFinite ? hue.truncatingRemainder(dividingBy: 360) : 0
        let h = turned < 0 ? turned + 360 : turned
        func channel(_ n: Double) -> Double {
            let k = (n + h / 30).truncatingRemainder(dividingBy: 12)
            return (l - s * min(l, 1 - l) * max(-1, min(k - 3, 9 - k, 1))) * 255
        }
        return rgb(channel(0), channel(8), channel(4), alpha)
    }

    /// The rules for parsing a legacy colour value (HTML §2.4.6), as in `font color`: almost anything is a colour.
    static func legacy(_ value: String) -> UInt32? {
        let trimmed = CSSText.trimmed(value)
        let word = trimmed.knownWord.lowercased()
        if trimmed.isEmpty || word == "transparent" { return nil }
        if let color = named(word) { return color }
        var bytes = Array(trimmed.unicodeScalars.prefix(129)).flatMap { scalar -> [UInt8] in
            scalar.value > 0xFFFF ? [0x30, 0x30] : [scalar.isASCII ? UInt8(scalar.value) : 0x30]
        }
        if bytes.count == 4, bytes[0] == 0x23, let color = hex(bytes.dropFirst()) { return color }
        bytes = Array(bytes.prefix(128))
        if bytes.first == 0x23 { bytes.removeFirst() }
        bytes = bytes.map { $0.hexDigit == nil ? 0x30 : $0 }
        while bytes.isEmpty || bytes.count % 3 != 0 { bytes.append(0x30) }
        let length = bytes.count / 3
        var parts = (0..<3).map { Array(bytes[$0 * length..<($0 + 1) * length].suffix(8)) }
        while parts[0].count > 2, parts.allSatisfy({ $0.first == 0x30 }) {
            parts = parts.map { Array($0.dropFirst()) }
        }
        let channels = parts.map { part in part.prefix(2).reduce(UInt32(0)) { $0 << 4 | UInt32($1.hexDigit ?? 0) } }
        return channels[0] << 24 | channels[1] << 16 | channels[2] << 8 | 0xFF
    }

    /// Of CSS Color 4 §6.2, on a page without dark mode.
    private static let system: [String: UInt32] = [
        "canvastext": 0, "windowtext": 0, "buttontext": 0, "fieldtext": 0, "infotext": 0, "menutext": 0,
        "captiontext": 0, "marktext": 0, "linktext": 0x0000EE, "visitedtext": 0x551A8B, "activetext": 0xFF0000,
        "canvas": 0xFFFFFF,
        "window": 0xFFFFFF, "field": 0xFFFFFF, "mark": 0xFFFF00,
    ]

    private static let names: [String: UInt32] = {
        var table: [String: UInt32] = [:]
        var words = list.split(whereSeparator: \.isWhitespace).makeIterator()
        while let name = words.next(), let digits = words.next() { table[String(name)] = UInt32(digits, radix: 16) }
        return table
    }()

    private static let list = """
        aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4
        black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue 5f9ea0
        chartreuse 7fff00 chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff
        darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9
        darkkhaki bdb76b darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000
        darksalmon e9967a darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f
        darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969 dimgrey 696969
        dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc
        ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray 808080 green 008000 greenyellow adff2f grey 808080
        honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa
        lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 lightcoral f08080 lightcyan e0ffff
        lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3 lightpink ffb6c1
        lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899 lightslategrey 778899
        lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000
        mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371
        mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585
        midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080
        oldlace fdf5e6 olive 808000 olivedrab 6b8e23 orange ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa
        palegreen 98fb98 paleturquoise afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f
        pink ffc0cb plum dda0dd powderblue b0e0e6 purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f
        royalblue 4169e1 saddlebrown 8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee
        sienna a0522d silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090 slategrey 708090 snow fffafa
        springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347 turquoise 40e0d0
        violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32
        """
}
