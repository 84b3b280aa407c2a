internal import LarderModel

/// The parts that all pages of a site share: head, navigation, sidebar, script and footer, about 16 kB.
struct PageFrame: Sendable {
    private let style: String
    private let navigation: String
    private let script: String
    private let footer: String

    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed, stream: .frame, index: 0)
        style = Self.makeStyle(&generator)
        navigation = Self.makeNavigation(&generator)
        script = Self.makeScript(&generator)
        let publishers = Words.publishers.map { name in
            "<li><a href=\"/publisher/\(Markup.slug(name))\">\(name.html(.named))</a></li>"
        }
        footer = """
            <footer><p>&copy; Sample Larder. All words and pictures are made by a program.</p>\
            <ul>\(publishers.joined())</ul></footer>

            """
    }

    /// A whole page.
    ///
    /// - Parameters:
    ///   - title: Plain text.
    ///   - head: HTML for the head, after the title.
    ///   - main: HTML of the main part.
    ///   - aside: HTML of the sidebar.
    func page(title: String, language: String = "en", head: String = "", main: String, aside: String = "") -> String {
        """
        <!DOCTYPE html>
        <html lang="\(language)">
        <head>
        <meta charset="utf-8">
        <title>\(title.html(.named)) | Sample Larder</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        \(head)<style>
        \(style)</style>
        </head>
        <body class="page theme-oat">
        <a class="skip" href="#main">Skip to content</a>
        <header><a class="logo" href="/">Sample Larder</a>
        \(navigation)</header>
        <div class="columns">
        <main id="main">
        \(main)</main>
        <aside>
        \(aside)<form action="/" class="newsletter"><label for="mail">Letters by post</label>\
        <input id="mail" name="mail"></form>
        </aside>
        </div>
        \(footer)<script>
        \(script)</script>
        </body>
        </html>

        """
    }

    private static func makeStyle(_ generator: inout SeededGenerator) -> String {
        var css = """
            :root { --oat: #f3ead8; --ink: #2b2622; --leaf: #4b6b3c; }
            body { margin: 0; font: 1.05rem/1.55 serif; }

            """
        let parts = ["header", "nav a", ".card", ".steps li", "aside", "footer", ".comment", ".tag", "figure", ".meta"]
        for number in 0..<70 {
            css += """
                \(generator.pick(parts)).v\(number) > .inner, .grid-\(number)::after { \
                margin: \(generator.below(40))px \(generator.below(20))px; \
                color: #\(String(generator.number(0x100000...0xFFFFFF), radix: 16)); }

                """
        }
        return css
    }

    private static func makeNavigation(_ generator: inout SeededGenerator) -> String {
        var html = """
            <nav aria-label="Main"><ul>
            <li><a href="/">Recipes</a></li><li><a href="/news">News</a></li>\
            <li><a href="/private/account" rel="nofollow">Your account</a></li>

            """
        for dish in SampleSite.queries {
            html += "<li class=\"menu\"><a href=\"/?q=\(dish)\">All about \(dish)</a><ul>"
            for _ in 0..<6 {
                html += "<li><span data-track=\"nav-\(generator.below(9_999))\">"
                html += "\(generator.pick(Words.mains).html()) \(dish)</span></li>"
            }
            html += "</ul></li>\n"
        }
        return html + "</ul></nav>\n"
    }

    private static func makeScript(_ generator: inout SeededGenerator) -> String {
        var script = "window.larder = window.larder || []; var html = '<div class=\"fake\"><\\/div>';\n"
        for number in 0..<60 {
            script += """
                larder.push({ slot: 'ad-\(number)', size: [\(generator.below(900)), \(generator.below(300))], \
                test: function (a, b) { return a < b && '\(String(generator.next(), radix: 36))'; } });

                """
        }
        return script
    }
}
