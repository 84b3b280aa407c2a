import Testing

/// The markup round an article as programs write it; a word that stands nowhere else goes where `@` stands.
struct Template: CustomTestStringConvertible {
    let name: String
    let html: String

    var testDescription: String { name }

    init(_ name: String, _ html: String) {
        self.name = name
        self.html =
            "<!DOCTYPE html><html lang='en'><head><title>A walk to the mill</title></head><body>\(html)</body></html>"
    }

    private static let comments =
        "<section id='comments' class='comments'><h2>2 comments @</h2><ol><li class='comment'><p>Great post @, thank you!</p></li><li class='comment'><p>Could you say more @ about the second day? We plan to go there in spring.</p></li></ol><form><p>Leave a comment @</p></form></section>"
    private static let side =
        "<aside class='sidebar'><h3>Recent posts @</h3><ul><li><a href='/posts/two'>The bench behind the chapel @</a></li></ul><p>We write on Sundays @ and answer on Mondays.</p></aside>"
    private static let navigation =
        "<nav><ul><li><a href='/'>Home @</a></li><li><a href='/archive'>Archive @</a></li></ul></nav>"
    private static let related =
        "<div class='related'><h3>Related posts @</h3><ul><li><a href='/posts/three'>On the patience of dough @</a></li></ul></div>"
    private static let long = String(
        repeating:
            "<p>The mill stood still, the wheel hung over the dry bed of the stream, and nobody in the village could say for how long it had, though everybody had a story of the last miller.</p>",
        count: 8
    )
    private static let title = "<h1>A walk to the mill</h1>"

    static let all = [
        Template(
            "bare article",
            "\(navigation)<article>\(title)BODY</article>\(comments)<footer>All rights @</footer>"
        ),
        Template(
            "content class",
            "<header>\(navigation)</header><main><article class='post'><header>\(title)<p class='meta'>by <span class='author'>Ada @</span></p></header><div class='entry-content'>BODY</div>\(related)</article>\(comments)</main>\(side)"
        ),
        Template(
            "sections in the main part",
            "<div class='document'><div class='body' role='main'><section id='a-walk-to-the-mill'><h1>A walk to the mill<a class='headerlink' href='#a-walk-to-the-mill'>¶</a></h1>BODY</section></div></div><div class='sphinxsidebar' role='navigation'>\(navigation)</div>"
        ),
        Template(
            "boxes without names",
            "<div id='top'>\(navigation)</div><div id='content'>\(title)<div class='entry'>BODY</div>\(comments)</div><div id='side'><h4>About @</h4><p>We write on Sundays @ and answer on Mondays.</p></div><div id='footer'><p>All rights kept @.</p></div>"
        ),
        Template(
            "wiki",
            "<div id='head'>\(navigation)</div><main><div class='page'><div class='toc'><h3>Table of contents</h3><ul><li><a href='#one'>The way there</a></li><li><a href='#two'>The mill itself</a></li><li><a href='#three'>The way back</a></li></ul></div>\(title)BODY</div><div class='docInfo'>mill.txt @ · Last modified: 2026/03/02</div></main>"
        ),
        Template(
            "news",
            "\(navigation)<article><ul class='breadcrumbs'><li>News @</li></ul><p>Harbour @</p>\(title)<p class='byline'>Ada Winter @</p><p>By Ada @</p>BODY<p>Read more: <a href='/two'>The bench behind the chapel @</a></p><div class='share-bar'><p>Tell your friends @</p></div><h3>Related stories</h3><ul><li><a href='/two'>The bench behind the chapel @</a></li><li><a href='/three'>On the patience of dough @</a></li></ul><div><a href='/four'><h4>The tram that came late @</h4></a></div><p>Sign up for our letters @</p><p>© Harbour Post @, for private use</p><p>Last modified @ 2 March 2026</p></article>"
        ),
        Template(
            "comments without a name",
            "\(navigation)<article>\(title)BODY</article><section><h2>Comments</h2><div><b>Reader</b><p>Lovely to read this @, we had quite the same trouble.</p></div><div><b>Reader</b><p>So had we @, and we never learned why it was.</p></div></section>"
        ),
        Template(
            "sections in boxes",
            "\(navigation)<div id='page'><div class='content'>\(title)<div class='level1'>BODY</div><h2>The mill</h2><div class='level2'><p>The mill stood still, and nobody could say for how long it had.</p></div></div></div>\(side)"
        ),
        Template(
            "second section in a longer box",
            "\(navigation)<div id='page'><div class='content'>\(title)<div class='level1'>BODY</div><h2>The mill</h2><div class='level2'>\(long)</div></div></div>\(side)"
        ),
        Template("plain body", "\(title)BODY"),
    ]
}
