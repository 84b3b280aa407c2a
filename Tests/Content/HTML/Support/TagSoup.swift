import LarderModel

/// Tags in any order.
enum TagSoup {
    /// A page of so many tags, texts and comments.
    static func page(tags: Int, names: [String] = names, _ random: inout SeededGenerator) -> [UInt8] {
        var page: [UInt8] = []
        for _ in 0..<tags {
            let name = names[Int.random(in: 0..<names.count, using: &random)]
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1, 2, 3: page += Array("<\(name)>".utf8)
            case 4, 5: page += Array("</\(name)>".utf8)
            case 6: page += Array("<\(name) a=\(Int.random(in: 0...3, using: &random)) type=hidden />".utf8)
            default: page += Array(texts[Int.random(in: 0..<texts.count, using: &random)].utf8)
            }
        }
        return page
    }

    private static let texts = ["x", " ", "&amp;", "\0", "<!--c-->", "<![CDATA[d]]>"]

    static let names = """
        html head body title base link meta style script noscript template frameset frame noframes p div span a b i nobr
        font em u ul ol li dl dd dt h1 h2 pre form button object applet marquee table caption colgroup col tbody thead tfoot tr
        td th br hr input textarea xmp iframe select option optgroup selectedcontent ruby rb rtc rp rt math mi mo
        annotation-xml svg foreignObject desc title g plaintext image address search unknown-element-of-more-than-sixteen
        """.split(whereSeparator: \.isWhitespace).map(String.init)
}
