internal import Foundation
internal import Larder
package import LarderPages

/// An item as feeds and readers show it; times are Unix milliseconds.
package struct FeedItem: Sendable {
    package struct Picture: Sendable, Hashable {
        package var address: String
        package var mediaType: String
        package var byteCount: Int?
    }

    package var urn: String
    package var source: String
    package var title: String
    package var language: String?
    /// Who wrote it, or else its publication or source.
    package var author: String
    package var summary: String?
    package var categories: [String]
    /// When it was published, or a sync found a recipe first; nil: not known.
    package var published: Int64?
    /// When a reader could first see it.
    package var added: Int64
    /// When its content changed last.
    package var updated: Int64
    /// Its page in the larder.
    package var page: String
    /// Its page on the web.
    package var original: String?
    package var picture: Picture?
    package var thumbnail: Picture?
    /// The whole text; empty where it was not asked for.
    package var text: HTML
}
