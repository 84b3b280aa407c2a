internal import LarderModel

/// Redirects that the caller decides to follow.
extension FetchRequest {
    /// The request for the target of a redirect that was not followed; nil: the answer is no such redirect.
    ///
    /// Secrets, the body and ``connectTo`` are for the first origin alone, and the body only where the status keeps the
    /// method (RFC 9110 §15.4). The bounds hold for the whole way.
    package func following(_ response: FetchResponse) -> FetchRequest? {
        guard let target = response.redirectTarget else { return nil }
        var next = self
        next.url = target
        let isSameOrigin = (try? HopURL(target).origin == HopURL(response.finalURL).origin) == true
        if !isSameOrigin {
            next.headers.removeAll(where: isSecret)
            next.connectTo = nil
        }
        if !isSameOrigin || ![307, 308].contains(response.status) {
            next.body = nil
            next.headers.removeAll { $0.isNamed("content-type") }
        }
        next.earlierURLs += [url, response.finalURL]
        next.earlierRedirects += response.redirects.count + 1
        next.earlierDuration += response.duration
        return next
    }

    /// The request for the target of earlier redirects, which count: without secrets, body and ``connectTo``.
    package func redirected(to url: String, after redirects: Int) -> FetchRequest {
        var next = self
        next.url = url
        next.headers.removeAll { isSecret($0) || $0.isNamed("content-type") }
        next.body = nil
        next.connectTo = nil
        next.earlierURLs = [self.url]
        next.earlierRedirects = redirects
        return next
    }
}
