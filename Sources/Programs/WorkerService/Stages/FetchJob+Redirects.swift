internal import LarderCache
internal import LarderFetch
internal import LarderModel
internal import LarderSourceAdapters
internal import LarderSourceDefinitions

/// A redirect within a host is followed at once; another host is asked when the job has its turn there.
extension FetchJob {
    mutating func fetchRequest(asksForChanges: Bool) -> FetchRequest {
        var fetch = source.fetchRequest(for: request)
        if asksForChanges { fetch.validators = memory.validators(at: target.hostPort) }
        if case .page = spec.work {
            fetch.maxBodyBytes = RecordBound.htmlBytes.limit
            fetch.keepsBeginning = true
            fetch.skipsFiles = true
        }
        if let redirect = spec.redirect, redirect.address != nil {
            fetch = fetch.redirected(to: target.description, after: redirect.count)
            if target.hostPort == source.definition.base.hostPort { fetch.connectTo = source.connectTo }
        }
        return fetch
    }

    /// Fetches with a small limit first; a larger body is asked for again once there is a place for it.
    ///
    /// A request that counts against a quota is made once, with a place.
    mutating func response(to fetch: FetchRequest) async throws -> (FetchResponse, LargeBodies.Place?) {
        let smallBytes = services.largeBodies.smallBytes
        let isSmall = fetch.maxBodyBytes <= smallBytes
        if isSmall || !source.definition.countsAgainstQuota(target.hostPort) {
            var small = fetch
            if !isSmall { (small.maxBodyBytes, small.keepsBeginning) = (smallBytes, false) }
            do {
                return (try await follow(small), nil)
            } catch let error as FetchError {
                guard !isSmall, error.code == .tooLarge, !error.isRetryable else { throw error }
            }
        }
        let place = try await services.largeBodies.place { running.advance() }
        return (try await follow(fetch), place)
    }

    /// Fetches, and follows redirects within the host.
    ///
    /// A redirect whose address holds a key is followed to any host, as such an address must not be stored.
    ///
    /// - Throws: ``RobotsRefusal``; ``JobMove`` where another host is named.
    private mutating func follow(_ first: FetchRequest) async throws -> FetchResponse {
        var fetch = first
        fetch.followsRedirects = false
        var part = try await counted(fetch)
        var whole = part
        while let next = fetch.following(part) {
            guard let address = WebAddress(next.url) else {
                let (from, to) = (redacted(url: fetch.url), redacted(url: next.url))
                let reason = "which holds a user name or is no web address."
                throw FetchError(.badURL, "<\(from)> redirects to <\(to)>, \(reason)")
            }
            pauseHost(for: part)
            let asked = WebAddress(fetch.url)
            if asked?.hostPort != address.hostPort, source.redactor.redacted(next.url) == next.url {
                throw move(to: address, after: whole)
            }
            try await checkRobots(of: address, isRedirect: asked?.origin != address.origin)
            fetch = next
            part = try await counted(fetch)
            whole = part.after(whole)
        }
        return whole.redacted(by: source.redactor)
    }

    /// Fetches, and adds the traffic to ``metrics``.
    private mutating func counted(_ fetch: FetchRequest) async throws -> FetchResponse {
        let response = try await services.fetch(fetch, for: running)
        metrics.requests += 1
        metrics.wireBytes += response.wireBytes + response.headerBytes
        return response
    }

    /// Pauses the host that sent a redirect: `Retry-After` is for the next request (RFC 9110 §10.2.3) and this host.
    private func pauseHost(for redirect: FetchResponse) {
        let now = UnixTime.nowMs
        if let pause = RateLimit.pause(in: redirect.headers, receivedAtMs: now) { running.pauseHost(pause) }
        if let pause = RetryAfter.pause(in: redirect.headers, receivedAtMs: now), pause > .zero {
            running.pauseHost(pause)
        }
    }

    /// - Parameter answer: The redirect to another host, with the redirects that led to it.
    private mutating func move(to address: WebAddress, after answer: FetchResponse) -> JobMove {
        let now = UnixTime.nowMs
        let redirects = answer.redirects + [FetchResponse.Redirect(status: answer.status, headers: answer.headers)]
        let wait = RetryAfter.pause(in: answer.headers, receivedAtMs: now) ?? .zero
        return JobMove(
            redirect: JobRedirect(
                url: address.description,
                count: (spec.redirect?.count ?? 0) + redirects.count,
                freshUntil: memory.end(of: redirects, answer, after: spec.redirect, receivedAtMs: now) ?? now,
                foundAt: now,
                waitMs: UInt64(max(0, wait / .milliseconds(1))),
                isSecondWay: spec.redirect?.isSecondWay ?? false
            )
        )
    }

    /// Where redirects led, without secrets; nil: to no other address.
    func finalURL(of response: FetchResponse) -> String? {
        guard spec.redirect?.address != nil || !response.redirects.isEmpty,
            let final = WebAddress(redacted(url: source.redactor.redacted(response.finalURL)))?.description
        else { return nil }
        return final == redacted(url: request.redactedURL) ? nil : final
    }
}

/// A job goes on elsewhere: at another host, or once more at its own address.
struct JobMove: Error {
    let redirect: JobRedirect
}
