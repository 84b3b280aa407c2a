import Testing

/// What authors write besides paragraphs; a word that stands nowhere else goes where `@` stands.
struct Construct: CustomTestStringConvertible {
    let name: String
    let html: String

    var testDescription: String { name }

    init(_ name: String, _ html: String) { (self.name, self.html) = (name, html) }

    static let all = lines + lists + boxes + sections

    private static let lines = [
        Construct("question", "<p>What would you @ have done</p>"),
        Construct("line without a stop", "<p>Serve @ at once</p>"),
        Construct("one word", "<p>@</p>"),
        Construct("link to a file", "<p><a href='/files/plan.pdf'>The @ timetable as a file</a></p>"),
        Construct("only a link", "<p><a href='https://mill.example/history'>A @ history of rye</a></p>"),
        Construct("link and a few words", "<p>More of this <a href='/mill'>at the @ mill by the river</a></p>"),
        Construct("poem", "<p>The kettle @ sings<br>and no one @ hears<br>the snow</p>"),
        Construct("verses", "<div class='verse'><div>The kettle @ sings</div><div>and no one hears @</div></div>"),
        Construct("signature", "<p>Yours from the workshop @</p><p>Ada @ Winter</p>"),
        Construct("quotation", "<blockquote><p>Bread is the @ warmest of foods</p></blockquote>"),
        Construct("attribution", "<blockquote>Bread is warm @</blockquote><p>— @ Gandhi</p>"),
        Construct("postscript", "<p>P.S. @ yes, we have a cat</p>"),
        Construct("source", "<p>Source: town @ archive</p>"),
        Construct("update", "<p><em>Update, 3 May: @ link mended</em></p>"),
        Construct("dateline", "<p>Galway, @ 3 May</p>"),
        Construct("by a place", "<p>By @ noon the bread was gone</p>"),
        Construct("share of dough", "<p>Share the dough @ among four tins</p>"),
        Construct("bold line", "<p><b>Getting there</b></p><p>Bring a towel @ and sturdy shoes</p>"),
        Construct("dialogue", "<p>— And the key @</p><p>— Gone @</p>"),
        Construct("address", "<address>Miller's Bakery @<br>Quay Street 4</address>"),
        Construct("formula", "<p><span class='math'>E = m c² + @</span></p>"),
        Construct("rule and a line", "<hr><p>Thanks for reading @</p>"),
    ]

    private static let lists = [
        Construct("list", "<ul><li>one lemon @</li><li>a pinch of salt @</li></ul>"),
        Construct("list of paragraphs", "<ul><li><p>one lemon @</p></li><li><p>a pinch of salt @</p></li></ul>"),
        Construct("list of boxes", "<ol><li><div>one lemon @</div></li><li><div>salt @</div></li></ol>"),
        Construct("nested list", "<ul><li>fruit @<ul><li>lemon @</li></ul></li></ul>"),
        Construct("steps", "<ol><li>Print @ the plan</li><li>Save @ some water</li><li>Tweet @ the result</li></ol>"),
        Construct("definitions", "<dl><dt>Poolish @</dt><dd>a wet starter @</dd></dl>"),
        Construct(
            "table",
            "<table><tr><th>Jar @</th><th>Weight</th></tr><tr><td>plum @</td><td>12 g</td></tr></table>"
        ),
        Construct("listing", "<pre><code>def heat(jar):\n    return @</code></pre>"),
        Construct("headings in items", "<ul><li><h4>412 @ crash</h4></li><li><h4>413 @ hang</h4></li></ul>"),
        Construct("footnotes", "<ol><li id='n1'><p>Second edition @, page 41 <a href='#r1'>↩</a></p></li></ol>"),
        Construct(
            "notes as asides",
            "<aside class='footnote-list'><aside class='footnote' role='doc-footnote'><p>Page @ 41</p></aside></aside>"
        ),
    ]

    private static let boxes = [
        Construct("figure", "<figure><img src='/a.jpg' alt=''><figcaption>The quay @ at dawn</figcaption></figure>"),
        Construct(
            "figure with its mark",
            "<figure id='f1'><img src='/a.jpg' alt=''><figcaption><p><span class='caption-text'>The quay @</span><a href='#f1'>¶</a></p></figcaption></figure>"
        ),
        Construct("note box", "<div class='admonition note'><p>Note</p><p>Keep the jar away @ from children</p></div>"),
        Construct("box of related things", "<div class='admonition seealso'><p>The mill @ by the river</p></div>"),
        Construct(
            "side by side",
            "<div class='side-by-side'><p>Rye on the left @</p><p>Wheat on the right @</p></div>"
        ),
        Construct("notice", "<div class='notice'>Keep the jar away @ from children</div>"),
        Construct("alert box", "<div class='alert alert-warning'>The plate is hot @</div>"),
        Construct("aside note", "<aside class='callout'><p>The plate is hot @</p></aside>"),
        Construct("details", "<details><summary>What to bring @</summary><p>Bring a towel @</p></details>"),
        Construct("frame", "<iframe src='https://video.example/1'></iframe><p>Watch it @ on a big screen</p>"),
        Construct("picture and a line", "<p><img src='/a.jpg' alt=''></p><p>Bon appétit @</p>"),
    ]

    private static let sections = [
        Construct("heading and a line", "<h3>Tickets @</h3><p>Twelve euros @ at the door</p>"),
        Construct(
            "heading and links",
            "<h2>What I used @</h2><ul><li><a href='https://rye.example/1'>A history of rye @</a></li><li><a href='https://rye.example/2'>The harbour in winter @</a></li></ul>"
        ),
        Construct(
            "see also",
            "<h2>See also @</h2><ul><li><a href='https://rye.example/1'>A history of rye @</a></li><li><a href='https://rye.example/2'>The harbour in winter @</a></li></ul>"
        ),
        Construct(
            "changes",
            "<h3>1.4.2 @</h3><ul><li>added Polish @</li></ul><h3>1.4.1 @</h3><ul><li>#412 @</li></ul>"
        ),
        Construct("empty section", "<h3>Later @</h3><h3>Now @</h3><p>Twelve euros @</p>"),
        Construct("short section", "<h2>On the way @</h2><p>Twelve euros @</p><h2>There @</h2><p>It rained @</p>"),
        Construct(
            "named section",
            "<section id='comment-it-began'><h2>Comment it began @</h2><p>At night @</p></section>"
        ),
    ]
}
