internal import LarderModel

/// Makes the relative addresses in a piece of HTML absolute.
enum MarkupAddresses {
    /// Resolves `href`, `src`, `poster` and `srcset` against `base`.
    ///
    /// - Parameter isPage: Whether the base is the text's own page; else links within the page stay.
    static func absolute(_ html: [UInt8], base: String, isPage: Bool) -> [UInt8] {
        guard html.contains(UInt8(ascii: "<")) else { return html }
        var pass = Pass(html: html, base: base, isPage: isPage)
        return pass.run()
    }

    private struct Pass {
        let html: [UInt8]
        let base: String
        let isPage: Bool
        var parts: FeedAddress.BaseParts?
        var out: [UInt8] = []
        /// The end of what was copied.
        var copied = 0
        var isQuoteMissing = false
        var isApostropheMissing = false

        mutating func run() -> [UInt8] {
            var index = nextTag(0)
            while index < html.count { index = nextTag(tag(index)) }
            guard copied > 0 else { return html }
            out.append(contentsOf: html[copied...])
            return out
        }

        /// The index of the next tag's name, or the end.
        private func nextTag(_ start: Int) -> Int {
            let span = html.span
            var index = start
            while index &+ 1 < span.count {
                if span[index] == UInt8(ascii: "<"), (span[index &+ 1] | 0x20) &- 0x61 < 26 { return index &+ 1 }
                index &+= 1
            }
            return span.count
        }

        /// Reads a tag from its name on; the index behind it.
        private mutating func tag(_ start: Int) -> Int {
            var index = start
            while index < html.count, html[index] > 0x20, html[index] != UInt8(ascii: ">") { index += 1 }
            while index < html.count {
                let byte = html[index]
                if byte == UInt8(ascii: ">") { return index + 1 }
                if byte <= 0x20 || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=") {
                    index += 1
                    continue
                }
                let name = index
                while index < html.count, html[index] > 0x20, html[index] != UInt8(ascii: "="),
                    html[index] != UInt8(ascii: ">")
                {
                    index += 1
                }
                let nameEnd = index
                while index < html.count, html[index] <= 0x20 { index += 1 }
                guard index < html.count, html[index] == UInt8(ascii: "=") else { continue }
                index += 1
                while index < html.count, html[index] <= 0x20 { index += 1 }
                let value = value(index)
                index = value.isQuoted ? value.range.upperBound + 1 : value.range.upperBound
                rewrite(name..<nameEnd, value.range)
            }
            return index
        }

        private mutating func value(_ start: Int) -> (range: Range<Int>, isQuoted: Bool) {
            guard start < html.count else { return (start..<start, false) }
            let quote = html[start]
            if quote == UInt8(ascii: "\"") && !isQuoteMissing || quote == UInt8(ascii: "'") && !isApostropheMissing {
                if let end = html[(start + 1)...].firstIndex(of: quote) { return ((start + 1)..<end, true) }
                if quote == UInt8(ascii: "'") { isApostropheMissing = true } else { isQuoteMissing = true }
            }
            var end = start
            while end < html.count, html[end] > 0x20, html[end] != UInt8(ascii: ">") { end += 1 }
            return (start..<end, false)
        }

        private mutating func rewrite(_ name: Range<Int>, _ value: Range<Int>) {
            guard name.count <= 6, !value.isEmpty else { return }
            var word: UInt64 = 0
            for index in name { word = word << 8 | UInt64(html[index] | 0x20) }
            switch word {
            case 0x6872_6566, 0x737263, 0x706F_7374_6572: replace(value, with: address(value))  // href, src, poster
            case 0x7372_6373_6574: replace(value, with: sourceSet(value))
            default: return
            }
        }

        /// Nil where nothing is to be changed.
        private mutating func address(_ range: Range<Int>) -> [UInt8]? {
            let text = html[range].trimmedBlanks
            guard let first = text.first, isPage || first != UInt8(ascii: "#"),
                !FeedAddress.hasScheme(text)
            else { return nil }
            let parts = parts ?? FeedAddress.BaseParts(base)
            self.parts = parts
            return FeedAddress.resolve(text, parts)
        }

        private mutating func sourceSet(_ range: Range<Int>) -> [UInt8]? {
            var out: [UInt8] = []
            var isChanged = false
            var index = range.lowerBound
            while index < range.upperBound {
                let start = index
                while index < range.upperBound, html[index] <= 0x20 || html[index] == UInt8(ascii: ",") { index += 1 }
                out.append(contentsOf: html[start..<index])
                let url = index
                while index < range.upperBound, html[index] > 0x20 { index += 1 }
                var end = index
                while end > url, html[end - 1] == UInt8(ascii: ",") { end -= 1 }
                if let address = address(url..<end) {
                    out.append(contentsOf: address)
                    isChanged = true
                } else {
                    out.append(contentsOf: html[url..<end])
                }
                guard end == index else {
                    index = end
                    continue
                }
                // The width or density, up to the next candidate.
                while index < range.upperBound, html[index] != UInt8(ascii: ",") {
                    out.append(html[index])
                    index += 1
                }
            }
            return isChanged ? out : nil
        }

        private mutating func replace(_ range: Range<Int>, with value: [UInt8]?) {
            guard let value else { return }
            out.append(contentsOf: html[copied..<range.lowerBound])
            out.append(contentsOf: value)
            copied = range.upperBound
        }
    }
}
