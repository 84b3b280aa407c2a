extension WebAddress {
    /// The address of an endpoint of an API whose base this is.
    ///
    /// A base that already ends in the endpoint's first segments (`https://example.org/api` for `/api/search`) does not
    /// get them twice.
    package func endpoint(_ endpoint: String, query items: [(name: String, value: String?)] = []) -> WebAddress {
        let own = path.split(separator: "/")
        let wanted = endpoint.split(separator: "/")
        let overlap = stride(from: min(own.count, wanted.count), to: 0, by: -1)
            .first { own.suffix($0) == wanted.prefix($0) }
        let segments = own + wanted.dropFirst(overlap ?? 0)
        let pairs = items.compactMap { item in
            item.value.map { "\(item.name.percentEncodedWord)=\($0.percentEncodedWord)" }
        }
        return WebAddress(
            scheme: scheme,
            host: host,
            port: port,
            path: "/" + segments.joined(separator: "/"),
            query: pairs.isEmpty ? nil : pairs.joined(separator: "&")
        )
    }

    /// The address with one more path segment, escaped as a whole.
    package func appending(segment: String) -> WebAddress {
        WebAddress(
            scheme: scheme,
            host: host,
            port: port,
            path: (path.hasSuffix("/") ? path : path + "/") + segment.percentEncodedWord,
            query: query
        )
    }
}
