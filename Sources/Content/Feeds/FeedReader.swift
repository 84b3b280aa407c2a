internal import LarderModel
internal import LarderXML

/// Reads feeds of every form.
package enum FeedReader {
    /// Nil where the bytes are no feed, such as a web page.
    ///
    /// Time and memory are linear in the bytes. Broken markup is read as far as it goes, nothing outside is fetched,
    /// and declared entities are expanded once and up to a bound.
    ///
    /// - Parameters:
    ///   - contentType: The `Content-Type` field, for its charset; may be empty.
    ///   - url: The base of relative addresses.
    package static func read(_ bytes: [UInt8], contentType: String, url: String) -> Feed? {
        let text = XMLEncoding.utf8(bytes, contentType: contentType)
        guard let start = text.first(where: { $0 > 0x20 }) else { return nil }
        if start == UInt8(ascii: "{") { return JSONFeed.read(text, url: url) }
        var reader = XMLFeed(text, url: url)
        return reader.read()
    }
}
