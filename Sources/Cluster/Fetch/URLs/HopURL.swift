internal import CCurl

/// One URL of a redirect chain, parsed by curl itself so that what is checked is what is fetched.
struct HopURL: Sendable, Hashable {
    /// The whole URL without fragment.
    let text: String
    /// `http` or `https`.
    let scheme: String
    /// Host in lower case and port, always both.
    let authority: String

    var origin: String { scheme + "://" + authority }

    init(_ text: String) throws(FetchError) {
        try self.init(text, base: nil)
    }

    /// Resolves a reference that a redirect named (RFC 3986 §5).
    init(_ reference: String, relativeTo base: HopURL) throws(FetchError) {
        try self.init(reference, base: base)
    }

    private init(_ reference: String, base: HopURL?) throws(FetchError) {
        let shown = redacted(url: String(decoding: reference.utf8.prefix(300), as: UTF8.self))
        guard reference.utf8.count <= FetchRequest.maxURLBytes else {
            throw FetchError(
                .badURL,
                "A URL of \(reference.utf8.count) bytes is over the limit of \(FetchRequest.maxURLBytes): <\(shown)>…"
            )
        }
        if let scheme = Self.scheme(of: reference), !Self.allowedSchemes.contains(scheme) {
            throw FetchError(.schemeRefused, "Only http and https are fetched, not '\(scheme)': <\(shown)>")
        }
        let handle = try CurlURL()
        if let base { try handle.set(base.text, shown: redacted(url: base.text)) }
        try handle.set(reference, shown: shown)
        try handle.clearFragment(shown: shown)
        scheme = try handle.part(CURLUPART_SCHEME, shown: shown).lowercased()
        guard Self.allowedSchemes.contains(scheme) else {
            throw FetchError(.schemeRefused, "Only http and https are fetched, not '\(scheme)': <\(shown)>")
        }
        let host = try handle.part(CURLUPART_HOST, shown: shown).lowercased()
        authority = host + ":" + (try handle.part(CURLUPART_PORT, shown: shown))
        self.text = try handle.part(CURLUPART_URL, shown: shown)
        guard self.text.utf8.count <= FetchRequest.maxURLBytes else {
            throw FetchError(
                .badURL,
                "A URL of \(self.text.utf8.count) bytes is over the limit of \(FetchRequest.maxURLBytes): <\(shown)>…"
            )
        }
    }

    private static let allowedSchemes: Set<String> = ["http", "https"]

    /// The scheme of an absolute URL in lower case; `nil` for a relative reference (RFC 3986 §3.1).
    private static func scheme(of text: String) -> String? {
        var name: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): name.append(byte)
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                if name.isEmpty { return nil }
                name.append(byte)
            case UInt8(ascii: ":"): return name.isEmpty ? nil : String(decoding: name, as: UTF8.self).lowercased()
            default: return nil
            }
        }
        return nil
    }
}

/// A `CURLU` handle, freed with the value.
@safe private struct CurlURL: ~Copyable {
    private let handle: OpaquePointer

    init() throws(FetchError) {
        guard let handle = unsafe curl_url() else {
            throw FetchError(.badURL, "No memory to parse a URL.", isRetryable: true)
        }
        unsafe self.handle = unsafe handle
    }

    deinit {
        unsafe curl_url_cleanup(handle)
    }

    func set(_ text: String, shown: String) throws(FetchError) {
        guard !text.utf8.contains(0) else { throw FetchError(.badURL, "A zero byte in a URL: <\(shown)>") }
        let flags = UInt32(CURLU_URLENCODE | CURLU_ALLOW_SPACE)
        try check(unsafe text.withCString { unsafe curl_url_set(handle, CURLUPART_URL, $0, flags) }, shown: shown)
    }

    func clearFragment(shown: String) throws(FetchError) {
        try check(unsafe curl_url_set(handle, CURLUPART_FRAGMENT, nil, 0), shown: shown)
    }

    func part(_ part: CURLUPart, shown: String) throws(FetchError) -> String {
        var text: UnsafeMutablePointer<CChar>?
        let flags = UInt32(part == CURLUPART_PORT ? CURLU_DEFAULT_PORT : 0)
        try check(unsafe curl_url_get(handle, part, &text, flags), shown: shown)
        guard let text = unsafe text else { return "" }
        defer { unsafe curl_free(text) }
        return unsafe String(cString: text)
    }

    private func check(_ code: CURLUcode, shown: String) throws(FetchError) {
        guard code != CURLUE_OK else { return }
        let reason = unsafe curl_url_strerror(code).map { unsafe String(cString: $0) } ?? "error \(code.rawValue)"
        throw FetchError(code == CURLUE_UNSUPPORTED_SCHEME ? .schemeRefused : .badURL, "\(reason): <\(shown)>")
    }
}
