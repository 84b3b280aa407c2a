import LarderFetch
import Testing

@Suite("Redacted URL") struct RedactedURLTests {
    @Test(arguments: [
        ("https://example.org/a?b=c#d", "https://example.org/a?b=c#d"),
        ("https://me:HUSH@example.org/a", "https://example.org/a"),
        ("https://HUSH@example.org:8/a@b", "https://example.org:8/a@b"),
        ("https://a@b:HUSH@example.org/", "https://example.org/"),
        ("http:\\\\me:HUSH@example.org/", "http:\\\\example.org/"),
        ("//me:HUSH@example.org/", "//example.org/"),
        ("me:HUSH@example.org/a", "example.org/a"),
        ("https://me:HU/SH@example.org/a", "https://example.org/a"),
        ("https://x/?key=HUSH&q=1", "https://x/?key=***&q=1"),
        ("https://x/?q=1&API_KEY=HUSH", "https://x/?q=1&API_KEY=***"),
        ("https://x/?apiKey=HUSH;Token=HUSH", "https://x/?apiKey=***;Token=***"),
        ("https://x/?access_token=HUSH?HUSH", "https://x/?access_token=***?HUSH"),
        ("https://x/?a%70ikey=HUSH%26&b", "https://x/?a%70ikey=***&b"),
        ("https://x/#access_token=HUSH&state=1", "https://x/#access_token=***&state=1"),
        ("https://x/?key=&key&monkey=1", "https://x/?key=&key&monkey=1"),
        ("https://x/?key=HUSH=HUSH", "https://x/?key=***"),
        ("https://x/?api+key=HUSH&id%5Ftoken=HUSH", "https://x/?api+key=***&id%5Ftoken=***"),
        ("https://x/?rss.token=HUSH&page_token=2", "https://x/?rss.token=***&page_token=2"),
        ("https://x/?X-Amz-Credential=HUSH&sort_key=2", "https://x/?X-Amz-Credential=***&sort_key=2"),
        ("https://[2001:db8::1]:80/?token=HUSH", "https://[2001:db8::1]:80/?token=***"),
        ("?token=HUSH", "?token=***"), ("", ""), ("%", "%"), ("?%6=1", "?%6=1"), ("https://", "https://"), ("@", ""),
    ]) func `secrets go and the rest stays`(url: String, shown: String) {
        #expect(redacted(url: url) == shown)
    }
}
