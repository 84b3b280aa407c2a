import LarderFeeds
import LarderModel
import Testing

@Suite("Feed reader") struct FeedReaderTests {
    @Test func `RSS gives its entries with links, texts, people, files and the page of older ones`() throws {
        let feed = try #require(FeedSamples.read(FeedSamples.rss))
        #expect(feed.format == .rss && feed.title?.text == "Bread & Butter" && feed.link == "https://site.example/")
        #expect(feed.language == "en-gb" && feed.nextPage == "https://site.example/blog/feed.xml?paged=2")
        #expect(feed.entries.count == 2)
        let rye = feed.entries[0]
        #expect(rye.id == "r-1" && rye.title?.text == "Rye" && rye.link == "https://site.example/rye")
        #expect(rye.authors == [FeedPerson(name: "Ann Baker")] && rye.categories == ["Bread", "Sour"])
        #expect(rye.published?.iso8601 == "2024-03-05T08:05:00Z" && rye.updated == nil)
        #expect(rye.summary == FeedText("<p>A short &amp; plain loaf.</p>", isHTML: true))
        let content =
            "<p>The <a href=\"https://site.example/flour\">flour</a> first.</p><img src=\"https://site.example/blog/rye.jpg\">"
        #expect(rye.content == [FeedText(content, isHTML: true)])
        #expect(rye.enclosures == [FeedFile(url: "https://site.example/blog/rye.mp3", type: "audio/mpeg", length: "9")])
        #expect(rye.media.map(\.url) == ["https://cdn.example/rye.png"] && rye.media[0].isPicture)
        #expect(feed.entries[1].link == "https://site.example/no-link")
    }

    /// Feeds whose generators write no `rel` for an enclosure.
    @Test(arguments: [
        (["<link href='/a'/>", "<link href='/a.mp3'/>"], "/a", ["/a.mp3"]),
        (["<link href='/a.mp3'/>", "<link href='/a'/>"], "/a", ["/a.mp3"]),
        (["<link href='/a'/>", "<link href='/b?f=1' type='audio/mpeg'/>"], "/a", ["/b?f=1"]),
        (["<link href='/a' rel='alternate'/>", "<link href='/a.mp4'/>"], "/a", ["/a.mp4"]),
        (["<link href='/File:a.jpg' type='text/html'/>"], "/File:a.jpg", []),
        (["<link href='/File:a.jpg' rel='alternate'/>"], "/File:a.jpg", []),
        (["<link href='/a.mp3'/>"], "/a.mp3", ["/a.mp3"]),
    ])
    func `of an entry's links without a relation a page is the link, and a file an enclosure`(
        links: [String],
        link: String,
        files: [String]
    ) throws {
        let text =
            "<feed xmlns='http://www.w3.org/2005/Atom'><title>t</title><entry><id>tag:e,2024:1</id><title>e</title>"
            + links.joined() + "</entry></feed>"
        let entry = try #require(FeedSamples.read(text)?.entries.first)
        let base = "https://site.example"
        #expect(entry.link == base + link && entry.enclosures.map(\.url) == files.map { base + $0 })
    }

    @Test func `Atom gives people, dates and markup with its own base and prefixes`() throws {
        let feed = try #require(FeedSamples.read(FeedSamples.atom))
        #expect(feed.format == .atom && feed.title == FeedText("K&uuml;che", isHTML: true) && feed.language == "de")
        #expect(feed.link == "https://kueche.example/" && feed.nextPage == "https://kueche.example/feed?page=2")
        #expect(feed.authors == [FeedPerson(name: "Das Haus")])
        let entry = try #require(feed.entries.first)
        #expect(entry.title?.isHTML == true && entry.title?.text.contains("Ein <em>Brot</em>") == true)
        #expect(entry.link == "https://kueche.example/brot")
        #expect(entry.authors == [FeedPerson(name: "Eva", email: "eva@kueche.example"), FeedPerson(name: "Max")])
        #expect(entry.published?.unixMilliseconds == 1_709_625_900_250)
        #expect(entry.updated?.iso8601 == "2024-03-06T10:00:00Z" && entry.categories == ["brot"])
        #expect(entry.summary == FeedText("Kurz < lang", isHTML: false) && entry.summary?.html == "Kurz &lt; lang")
        #expect(entry.content.first?.text == "<div><p>Mehl <img src=\"https://kueche.example/mehl.png\" /></p></div>")
        #expect(entry.enclosures.first?.isPicture == true)
    }

    @Test func `JSON Feed gives the same fields`() throws {
        let feed = try #require(FeedSamples.read(FeedSamples.json))
        #expect(feed.format == .json && feed.nextPage == "https://site.example/blog/feed-2.json")
        let (first, second) = (feed.entries[0], feed.entries[1])
        #expect(first.id == "7" && first.link == "https://site.example/blog/soup" && first.categories == ["a", "b"])
        #expect(first.content[0].text == "<a href='https://site.example/blog/x'>x</a>")
        #expect(first.images == ["https://site.example/blog/i.png"] && first.authors == [FeedPerson(name: "Cook")])
        #expect(first.enclosures.map(\.url) == ["https://site.example/blog/a.mp3"])
        #expect(second.link == "https://site.example/8" && second.content[0].html == "1 &lt; 2")
    }

    @Test(arguments: [
        "<!doctype html><html><head><title>x</title></head><rss></rss></html>", "", "   ", "not a feed", "{}",
        "{\"items\": 3}",
        "<?xml version=\"1.0\"?><urlset><url/></urlset>",
        "{\"version\": \"https://jsonfeed.org/version/1\", \"items\": [",
    ])
    func `what is no feed is none`(text: String) {
        #expect(FeedSamples.read(text) == nil)
    }

    @Test func `namespaces count by their address, and by the usual prefix where it is not declared`() {
        let declared = FeedSamples.entry(
            "<x:creator>Ann</x:creator><y:encoded>a&lt;b&gt;b&lt;/b&gt;</y:encoded>",
            declarations:
                "xmlns:x=\"http://purl.org/dc/elements/1.1/\" xmlns:y=\"http://purl.org/rss/1.0/modules/content/\""
        )
        #expect(declared?.authors.first?.name == "Ann" && declared?.content.first?.text == "a<b>b</b>")
        let bare = FeedSamples.entry("<dc:creator>Ann</dc:creator><content:encoded>x</content:encoded>")
        #expect(bare?.authors.first?.name == "Ann" && bare?.content.first?.text == "x")
        let other = FeedSamples.entry("<q:title>no</q:title><title>yes</title>", declarations: "xmlns:q=\"urn:q\"")
        #expect(other?.title?.text == "yes")
    }

    @Test func `broken markup is read as far as it goes`() {
        #expect(FeedSamples.entry("<title>One<link>https://a.example/1</link>")?.link == "https://a.example/1")
        #expect(FeedSamples.entry("<title>AT&T & Co</title>")?.title?.text == "AT&T & Co")
        #expect(FeedSamples.entry("<TITLE>One</title><guid>x</GUID>")?.title?.text == "One")
        #expect(FeedSamples.entry("<description><p>One<br>Two</description><title>T</title>")?.title?.text == "T")
        let cut = FeedSamples.read("<rss><channel><item><title>One</title><description>Te")
        #expect(cut?.entries.first?.summary?.text == "Te")
        let two = FeedSamples.read(
            "<rss><channel><item><title>One</title><item><title>Two</title></item></channel></rss>"
        )
        #expect(two?.entries.map { $0.title?.text } == ["One", "Two"])
        #expect(
            FeedSamples.entry("<title>a &#55357;&#56832; &#0;b &hellip; &nosuch;</title>")?.title?.text
                == "a 😀 b … &nosuch;"
        )
    }

    @Test func `a picture's or a source's title is not the entry's`() {
        let entry = FeedSamples.entry(
            "<image><title>no</title><url>p.png</url></image><source url='x'>no</source><title>yes</title>"
        )
        #expect(entry?.title?.text == "yes" && entry?.images == ["https://site.example/blog/p.png"])
    }

    @Test(
        arguments: [
            ("Ann", "Ann", nil), ("ann@a.example", nil, "ann@a.example"),
            ("Ann (ann@a.example)", "Ann", "ann@a.example"),
            ("ann@a.example (Ann)", "Ann", "ann@a.example"), ("Ann <ann@a.example>", "Ann", "ann@a.example"),
            ("Ann (Oxford)", "Ann (Oxford)", nil),
        ] as [(String, String?, String?)]
    )
    func `a person's name and address are told apart`(text: String, name: String?, email: String?) {
        let escaped = text.replacing("<", with: "&lt;")
        #expect(FeedSamples.entry("<author>\(escaped)</author>")?.authors == [FeedPerson(name: name, email: email)])
    }
}
