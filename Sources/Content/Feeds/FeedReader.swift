internal import LarderModel
internal import LarderXML

/// Reads feeds of every form.
package enum FeedReader {
    /// What a feed says; nil where the bytes are no feed, such as a web page.
    ///
    /// Time and memory are linear in the bytes. Broken markup is read as far as it goes, nothing outside is fetched,
    /// and entities that the feed declares are expanded once and up to a bound.
    ///
    /// - Parameters:
    ///   - contentType: The `Content-Type` field, for its charset; empty where there is none.
    ///   - url: Where the feed was found, which relative addresses start at.
    package static func read(_ bytes: [UInt8], contentType: String, url: String) -> Feed? {
        let text = XMLEncoding.utf8(bytes, contentType: contentType)
        let start = text.firstIndex { $0 > 0x20 }
        guard let start else { return nil }
        if text[start] == UInt8(ascii: "{") { return JSONFeed.read(text, url: url) }
        var reader = XMLFeed(text, url: url)
        return reader.read()
    }
}
