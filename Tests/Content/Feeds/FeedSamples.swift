import LarderFeeds

/// Feeds for the tests.
enum FeedSamples {
    static let url = "https://site.example/blog/feed.xml"

    static func read(_ text: String, type: String = "", url: String = url) -> Feed? {
        FeedReader.read(Array(text.utf8), contentType: type, url: url)
    }

    /// RSS 2.0 around the children of one item.
    static func item(_ children: String, declarations: String = "") -> String {
        "<?xml version=\"1.0\"?><rss version=\"2.0\" \(declarations)><channel><title>Kitchen</title><item>\(children)</item></channel></rss>"
    }

    static func entry(_ children: String, declarations: String = "") -> FeedEntry? {
        read(item(children, declarations: declarations))?.entries.first
    }

    static let rss = """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
         xmlns:media="http://search.yahoo.com/mrss/" xmlns:atom="http://www.w3.org/2005/Atom">
        <channel><title>Bread &amp; Butter</title><link>https://site.example/</link><language>en-gb</language>
        <atom:link rel="self" href="https://site.example/blog/feed.xml"/>
        <atom:link rel="next" href="?paged=2"/>
        <image><url>https://site.example/logo.png</url><title>Logo</title><link>https://site.example/logo</link></image>
        <item><title>Rye</title><link>/rye</link><guid isPermaLink="false">r-1</guid><dc:creator>Ann Baker</dc:creator>
        <pubDate>Tue, 05 Mar 2024 09:05:00 +0100</pubDate><category>Bread</category><category>Sour</category>
        <description>&lt;p&gt;A short &amp;amp; plain loaf.&lt;/p&gt;</description>
        <content:encoded><![CDATA[<p>The <a href="/flour">flour</a> first.</p><img src="rye.jpg">]]></content:encoded>
        <enclosure url="rye.mp3" type="audio/mpeg" length="9"/><media:thumbnail url="https://cdn.example/rye.png"/></item>
        <item><title>No link</title><guid>https://site.example/no-link</guid></item>
        </channel></rss>
        """

    static let atom = """
        <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de" xml:base="https://kueche.example/">
        <title type="html">K&amp;uuml;che</title><link href="/"/><author><name>Das Haus</name></author>
        <link rel="next" href="/feed?page=2"/>
        <entry><id>tag:kueche.example,2024:1</id><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Ein <em>Brot</em></div></title>
        <link rel="alternate" type="text/html" href="brot"/><link rel="enclosure" type="image/jpeg" href="/brot.jpg"/>
        <author><name>Eva</name><email>eva@kueche.example</email></author><author><name>Max</name></author>
        <published>2024-03-05T09:05:00.250+01:00</published><updated>2024-03-06T10:00:00Z</updated>
        <category term="brot" label="Brot"/><summary>Kurz &lt; lang</summary>
        <content type="xhtml"><x:div xmlns:x="http://www.w3.org/1999/xhtml"><x:p>Mehl <x:img src="mehl.png"/></x:p></x:div></content>
        <source><title>Andere</title><link href="https://andere.example/"/></source></entry>
        </feed>
        """

    static let json = """
        {"version": "https://jsonfeed.org/version/1.1", "title": "Soup", "home_page_url": "/", "language": "en",
        "authors": [{"name": "Cook"}], "next_url": "feed-2.json",
        "items": [{"id": 7, "url": "soup", "title": "Onion", "content_html": "<a href='x'>x</a>", "summary": "s",
        "date_published": "2024-03-05T09:05:00Z", "tags": ["a", "b", "a"], "image": "i.png",
        "attachments": [{"url": "a.mp3", "mime_type": "audio/mpeg"}]}, {"id": "https://site.example/8", "content_text": "1 < 2"}]}
        """
}
