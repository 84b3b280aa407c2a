internal import CCurl
internal import LarderModel

extension Transfer {
    /// The next limit of time.
    func deadline(now: UInt64) -> UInt64 {
        guard let startedAt else { return .max }
        let total = startedAt.adding(timeLeft)
        guard easy != nil else { return total }
        return min(total, (hop.isConnected ? hop.lastByteAt : now).adding(request.timeouts.silence))
    }

    /// The rest of the total time.
    private var timeLeft: Duration { max(.zero, request.timeouts.total - request.earlierDuration) }

    /// The error when a limit of time was passed.
    func timeout(now: UInt64) -> FetchError? {
        guard let startedAt else { return nil }
        if now >= startedAt.adding(timeLeft) {
            return FetchError(.timedOut, "Gave up on <\(redactedURL)> after \(request.timeouts.total) in all.")
        }
        if easy != nil, hop.isConnected, now >= hop.lastByteAt.adding(request.timeouts.silence) {
            return FetchError(
                .timedOut,
                "Gave up on <\(redactedURL)> after \(request.timeouts.silence) without a byte."
            )
        }
        return nil
    }

    /// - Parameter announced: The length the server named, if it did.
    func tooLarge(announced: Int? = nil) -> FetchError {
        let size = announced.map { "a body of \($0) bytes" } ?? "a longer body"
        return FetchError(
            .tooLarge,
            "<\(redactedURL)> sends \(size); the limit is \(request.maxBodyBytes) bytes, sent and decoded."
        )
    }

    var tooLongHeader: FetchError {
        FetchError(
            .tooLarge,
            "<\(redactedURL)> sent header lines over the limit of \(configuration.maxHeaderBytes) bytes "
                + "or \(configuration.maxHeaderCount) lines."
        )
    }

    var noMemory: FetchError {
        FetchError(
            .tooLarge,
            "No room for <\(redactedURL)>: transfers under way hold \(configuration.maxBufferedBytes) bytes together, "
                + "which is the limit. Fetch fewer at once.",
            isRetryable: true
        )
    }

    var undecodable: FetchError {
        let coding = (hop.fields.coding ?? "").shortened(to: 60)
        return FetchError(.badEncoding, "The body of <\(redactedURL)> does not decode: its coding is \"\(coding)\".")
    }

    var privateAddress: FetchError {
        FetchError(
            .privateAddress,
            "<\(redactedURL)> leads to a loopback, private or special address, which the source's file must allow: "
                + "`allow: [\"\(url.authority)\"]`."
        )
    }

    /// The error of a server that closes the connection, as those do that speak TLS and are asked without it.
    private func noAnswer(_ at: String, _ reason: String) -> FetchError {
        let advice = url.scheme == "http" ? " A server that speaks TLS alone needs https:// in place of http://." : ""
        return FetchError(.noAnswer, "No answer from \(at): \(reason).\(advice)")
    }

    /// The error for a result of curl's, which depends on the hop's progress.
    func failure(_ code: CURLcode, _ easy: EasyHandle) -> FetchError {
        let reason = easy.explanation(of: code).replacing(proxy, with: redacted(url: proxy))
        let make = { (code: FetchError.Code, text: String) in FetchError(code, "\(text): \(reason).") }
        let at = "<\(redactedURL)>" + (proxy.isEmpty ? "" : " through the proxy \(redacted(url: proxy))")
        switch code {
        case CURLE_URL_MALFORMAT: return make(.badURL, "curl cannot read \(at)")
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            return FetchError(
                .couldNotResolve,
                "No address for \(at): \(reason). Check the host's name, and that this machine has a network."
            )
        case CURLE_COULDNT_CONNECT:
            if hop.refusedPeers > 0, hop.openedSockets == 0 { return privateAddress }
            return make(.couldNotConnect, "No connection for \(at)")
        case CURLE_OPERATION_TIMEDOUT where reason.contains("too slow"):
            let (rate, seconds) = (request.timeouts.leastRate, request.timeouts.rateSeconds)
            return FetchError(
                .tooSlow,
                "Gave up on \(at): less than \(rate) bytes a second came for \(seconds) s. If the host is that slow, set "
                    + "`least-rate` in the source's file."
            )
        case CURLE_OPERATION_TIMEDOUT:
            return FetchError(.timedOut, "Gave up on \(at) after \(request.timeouts.connect) without a connection.")
        case CURLE_SSL_CONNECT_ERROR where reason.contains("wrong version number"):
            return FetchError(
                .tlsFailed,
                "The server at \(url.authority) speaks no TLS, so \(at) cannot be fetched. Write http:// for https:// "
                    + "(in the source's file: `base`), or another port."
            )
        case CURLE_SSL_CONNECT_ERROR:
            let advice = "If that server speaks http alone, write http:// for https:// (in the source's file: `base`)."
            return FetchError(.tlsFailed, "No TLS handshake with \(at): \(reason). \(advice)", isRetryable: true)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
            CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED, CURLE_SSL_SHUTDOWN_FAILED:
            return FetchError(
                .tlsFailed,
                "The certificate of \(at) does not hold: \(reason). If that host is yours, let this machine trust the "
                    + "authority that signed it, as with `update-ca-certificates`."
            )
        // libcurl takes no header line above 100 KiB and hands out none of it; it calls that a lack of memory.
        case CURLE_OUT_OF_MEMORY where !hop.fields.isComplete: return tooLongHeader
        case CURLE_GOT_NOTHING: return noAnswer(at, reason)
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_HTTP3:
            if hop.fields.isComplete { return make(.bodyCut, "The body of \(at) was cut") }
            return noAnswer(at, reason)
        case CURLE_PARTIAL_FILE: return make(.bodyCut, "The body of \(at) was cut")
        case CURLE_FILESIZE_EXCEEDED: return make(.tooLarge, "\(at) passed a limit of curl's")
        case CURLE_UNSUPPORTED_PROTOCOL where url.scheme == "http":
            return FetchError(
                .protocolError,
                "\(at) does not keep to HTTP: \(reason). If that server speaks TLS, write https:// for http:// (in the "
                    + "source's file: `base`)."
            )
        default: return make(.protocolError, "\(at) does not keep to HTTP")
        }
    }
}

extension Duration {
    /// At least 1: curl reads 0 as "no limit".
    var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        return overflow ? .max / 2 : max(1, product + attoseconds / 1_000_000_000_000_000)
    }
}

extension UInt64 {
    /// A later moment, in nanoseconds.
    func adding(_ duration: Duration) -> UInt64 {
        let (product, overflow) = UInt64(clamping: duration.wholeMilliseconds).multipliedReportingOverflow(
            by: 1_000_000
        )
        let (sum, carry) = addingReportingOverflow(product)
        return overflow || carry ? .max : sum
    }
}
