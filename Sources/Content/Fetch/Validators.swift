package import LarderModel

/// What identifies one version of a resource (RFC 9110 §8.8).
package struct Validators: Sendable, Hashable {
    /// The entity tag as the server wrote it, with its quotes and, if weak, its `W/`.
    package var etag: String?
    /// The `Last-Modified` value as the server wrote it.
    package var lastModified: String?

    /// Whether there is nothing to ask with.
    package var isEmpty: Bool { etag == nil && lastModified == nil }

    /// An empty text counts as missing.
    package init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag.nonEmpty
        self.lastModified = lastModified.nonEmpty
    }

    /// `If-None-Match` and `If-Modified-Since`, each where its validator is known (RFC 9110 §13.1).
    ///
    /// A value that cannot be sent, such as a value with a control character, is left out: the request is then
    /// unconditional.
    package var requestFields: [HeaderField] {
        [("If-None-Match", etag), ("If-Modified-Since", lastModified)].compactMap { name, value in
            guard let value else { return nil }
            let field = HeaderField(name: name, value: value)
            return field.isSendable ? field : nil
        }
    }
}
