internal import LarderModel

/// Redirects, where whoever asks decides whether they are followed.
extension FetchRequest {
    /// The request for what a redirect names that was not followed; nil: the answer is no such redirect.
    ///
    /// Secrets, the body and ``connectTo`` are for the first origin alone, and the body only where the status keeps the method (RFC 9110
    /// §15.4). The bounds hold for the whole way.
    ///
    /// - Parameter response: The answer to this request.
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

    /// The request for where redirects led that were followed at another time: without secrets, body and ``connectTo``.
    ///
    /// - Parameters:
    ///   - url: Where the last of them led, to whatever origin: secrets are not sent there.
    ///   - redirects: How many there were; they count for ``maxRedirects``.
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

extension FetchResponse {
    /// The answer with what the way to it took.
    ///
    /// - Parameter earlier: The redirect that led here, with what led to that.
    package func after(_ earlier: FetchResponse) -> FetchResponse {
        FetchResponse(
            status: status,
            finalURL: finalURL,
            headers: headers,
            body: body,
            isBodyCut: isBodyCut,
            wireBytes: earlier.wireBytes + wireBytes,
            headerBytes: earlier.headerBytes + headerBytes,
            duration: earlier.duration + duration,
            redirects: earlier.redirects + [Redirect(status: earlier.status, headers: earlier.headers)] + redirects,
            version: version,
            redirectTarget: redirectTarget
        )
    }
}
