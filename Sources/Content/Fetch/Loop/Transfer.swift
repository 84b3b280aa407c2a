internal import CCurl
internal import LarderModel
internal import LarderThreading

/// One fetch under way, over all its hops; belongs to the fetch thread.
final class Transfer {
    typealias Reply = CheckedContinuation<Result<FetchResponse, FetchError>, Never>

    let id: UInt64
    let request: FetchRequest
    let configuration: FetcherConfiguration
    let reply: Reply
    /// Shared by all transfers of the loop.
    private let memory: MemoryBudget

    /// The handle of the hop under way; `nil` while it waits for a place.
    var easy: EasyHandle?
    private(set) var url: HopURL
    private(set) var startedAt: UInt64?
    private var visited: Set<HopURL>
    private var mayShowSecrets = true
    private var redirects: [FetchResponse.Redirect] = []
    /// The target of a redirect that is not followed.
    private var redirectTarget: String?
    private var sendsBody: Bool
    private var wireBytes = 0
    private var headerBytes = 0
    private(set) var hop = Hop()

    struct Hop {
        var fields = ResponseFields()
        var body: [UInt8] = []
        /// Nil: the body is not encoded, or has not begun.
        var decoder: BodyDecoder?
        /// Bytes of the body as they came.
        var encodedBytes = 0
        var discardedBytes = 0
        var wireBytes = 0
        var isConnected = false
        var lastByteAt: UInt64 = 0
        /// Why a callback ended the hop.
        var refusal: FetchError?
        var refusedPeers = 0
        var openedSockets = 0
        /// The body was longer than what is kept of it.
        var isBodyCut = false
        /// The body is a file that is not wanted, see ``FetchRequest/skipsFiles``.
        var skipsBody = false
        /// The redirect's body was too long to read to the end.
        var hasCutRedirect = false
    }

    /// The most of a redirect's body that is read to keep its connection usable.
    private static let maxRedirectBody = 256 << 10

    init(
        id: UInt64,
        url: HopURL,
        request: FetchRequest,
        configuration: FetcherConfiguration,
        memory: MemoryBudget,
        reply: Reply
    ) {
        self.id = id
        self.memory = memory
        self.url = url
        self.request = request
        self.configuration = configuration
        self.reply = reply
        sendsBody = request.body != nil
        visited = Set(request.earlierURLs.compactMap { try? HopURL($0) } + [url])
    }

    var redactedURL: String { redacted(url: url.text) }

    /// Prepares the handle for the current URL and starts the clock, if it is the first hop.
    func begin(with easy: EasyHandle, now: UInt64) throws(FetchError) {
        self.easy = easy
        hop = Hop()
        hop.lastByteAt = now
        request.onProgress?()
        if startedAt == nil { startedAt = now }
        let proxy = proxy
        if !proxy.isEmpty, url.isWrittenAsPrivate, !isPrivateAllowed { throw privateAddress }
        try easy.set(CURLOPT_URL, url.text)
        if sendsBody, let body = request.body {
            try easy.set(CURLOPT_POST, 1)
            try easy.set(CURLOPT_COPYPOSTFIELDS, String(decoding: body, as: UTF8.self))
        } else {
            try easy.set(CURLOPT_HTTPGET, 1)
        }
        for (option, value) in [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_NOPROGRESS, 0), (CURLOPT_FOLLOWLOCATION, 0),
            (CURLOPT_QUICK_EXIT, 1),  // a slow name server must not hold up everyone when one gives up on it
            (CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS), (CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue)),
            (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1), (CURLOPT_TCP_KEEPALIVE, 1),
            (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2),
        ] { try easy.set(option, value) }
        try easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
        try easy.set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        if url.scheme == "https" { try easy.set(CURLOPT_PIPEWAIT, 1) }  // rather share a connection than open another
        try easy.set(CURLOPT_PROXY, proxy)
        try easy.set(CURLOPT_NOPROXY, "")  // else curl reads the environment
        if let file = configuration.certificateAuthorities { try easy.set(CURLOPT_CAINFO, file) }
        try easy.set(CURLOPT_CONNECTTIMEOUT_MS, Int(clamping: request.timeouts.connect.wholeMilliseconds))
        try easy.set(CURLOPT_LOW_SPEED_LIMIT, request.timeouts.leastRate)
        try easy.set(CURLOPT_LOW_SPEED_TIME, request.timeouts.leastRate > 0 ? request.timeouts.rateSeconds : 0)
        try easy.set(CURLOPT_USERAGENT, configuration.userAgent)
        if let target = request.connectTo { try easy.setConnection(of: HopURL(request.url).authority, to: target) }
        try easy.setCallbacks()
        try unsafe easy.setContext(Unmanaged.passUnretained(self).toOpaque())
        try easy.setHeaders(
            request.headers.filter { field in
                (mayShowSecrets || !request.isSecret(field)) && (sendsBody || !field.isNamed("content-type"))
            } + request.validators.requestFields
                + [HeaderField(name: "Accept-Encoding", value: BodyDecoder.accepted)]
        )
    }

    // MARK: Called while curl works

    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        noteProgress()
        if hop.fields.isRedirect {
            hop.discardedBytes += bytes.count
            hop.hasCutRedirect = hop.discardedBytes > Self.maxRedirectBody
            return !hop.hasCutRedirect
        }
        guard !hop.skipsBody else { return false }
        do {
            if hop.encodedBytes == 0 { hop.decoder = try BodyDecoder(coding: hop.fields.coding) }
            hop.encodedBytes += bytes.count
            guard let decoder = hop.decoder else { return unsafe keep(bytes) }
            try unsafe decoder.decode(bytes) { unsafe keep($0) }
            return true
        } catch {
            return switch error {
            case .broken: refuse(undecodable)
            case .noMemory: refuse(noMemory)
            case .ended: false
            }
        }
    }

    private func keep(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let room = request.maxBodyBytes - hop.body.count
        guard bytes.count <= room else {
            guard request.keepsBeginning else { return refuse(tooLarge()) }
            guard memory.take(room) else { return refuse(noMemory) }
            unsafe hop.body.append(contentsOf: bytes.prefix(room))
            hop.isBodyCut = true
            return false
        }
        guard memory.take(bytes.count) else { return refuse(noMemory) }
        unsafe hop.body.append(contentsOf: bytes)
        return true
    }

    func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        noteProgress()
        unsafe hop.fields.receive(line)
        guard hop.fields.bytes <= configuration.maxHeaderBytes, hop.fields.lines <= configuration.maxHeaderCount else {
            return refuse(tooLongHeader)
        }
        if hop.fields.isComplete, request.skipsFiles, hop.fields.status == 200,
            let type = hop.fields.list.value(of: "content-type"), MediaType.isFile(type)
        {
            hop.skipsBody = true
            return true
        }
        if hop.fields.isComplete, hop.body.isEmpty, let length = hop.fields.bodyLength, !hop.fields.isRedirect {
            guard length <= request.maxBodyBytes || request.keepsBeginning else {
                return refuse(tooLarge(announced: length))
            }
            hop.body.reserveCapacity(min(length, 256 << 10))
        }
        return true
    }

    func mayConnect(to peer: PeerAddress) -> Bool {
        guard isAllowed(peer) else {
            hop.refusedPeers += 1
            return false
        }
        hop.openedSockets += 1
        return true
    }

    func isConnected(to peer: String) -> Bool {
        hop.isConnected = true
        noteProgress()
        guard let address = PeerAddress(parsing: peer), isAllowed(address) else { return refuse(privateAddress) }
        return true
    }

    func receivedOnWire(_ bytes: Int) -> Bool {
        if bytes > hop.wireBytes {
            hop.wireBytes = bytes
            noteProgress()
        }
        let mayGoOn = hop.fields.isRedirect || hop.skipsBody || request.keepsBeginning
        guard bytes <= request.maxBodyBytes || mayGoOn else {
            return refuse(tooLarge())
        }
        return true
    }

    private func noteProgress() {
        hop.lastByteAt = MonotonicClock.now
        request.onProgress?()
    }

    private func refuse(_ error: FetchError) -> Bool {
        if hop.refusal == nil { hop.refusal = error }
        return false
    }

    enum Outcome {
        case done(Result<FetchResponse, FetchError>)
        /// ``Transfer/url`` is the next URL to fetch.
        case redirected
    }

    func finishHop(_ code: CURLcode, now: UInt64) -> Outcome {
        guard let easy else { return .done(.failure(FetchError(.protocolError, "A hop ended that never began."))) }
        wireBytes += max(easy.size(CURLINFO_SIZE_DOWNLOAD_T), hop.wireBytes)
        headerBytes += hop.fields.bytes
        if let refusal = hop.refusal { return .done(.failure(refusal)) }
        if code != CURLE_OK, !(code == CURLE_WRITE_ERROR && (hop.hasCutRedirect || hop.isBodyCut || hop.skipsBody)) {
            return .done(.failure(failure(code, easy)))
        }
        if let decoder = hop.decoder, !decoder.isWhole, !hop.isBodyCut {
            return .done(
                .failure(FetchError(.bodyCut, "The body of <\(redactedURL)> ends in the middle of its coding."))
            )
        }
        do throws(FetchError) {
            if try follow() { return .redirected }
        } catch {
            return .done(.failure(error))
        }
        var response = FetchResponse(
            status: hop.fields.status,
            finalURL: url.text,
            headers: hop.fields.list,
            body: hop.body,
            isBodyCut: hop.isBodyCut,
            wireBytes: wireBytes,
            headerBytes: headerBytes,
            duration: .nanoseconds(Int64(clamping: now - (startedAt ?? now))),
            redirects: redirects,
            version: Self.version(easy.number(CURLINFO_HTTP_VERSION)),
            redirectTarget: redirectTarget
        )
        response.hasRest = hop.decoder?.hasRest ?? false
        return .done(.success(response))
    }

    /// Frees the handle and the hop's memory.
    func leaveHop() {
        easy = nil
        memory.giveBack(hop.body.count)
        hop = Hop()
    }

    /// Moves on to a redirect's target; `false` without a redirect, or with one that is not followed.
    private func follow() throws(FetchError) -> Bool {
        guard hop.fields.isRedirect, let location = hop.fields.location else { return false }
        let count = request.earlierRedirects + redirects.count
        guard count < request.maxRedirects else {
            throw FetchError(
                .tooManyRedirects,
                "<\(redactedURL)> redirects once more after \(count) redirects, which is the limit."
            )
        }
        let next = try HopURL(location, relativeTo: url)
        guard visited.insert(next).inserted else {
            throw FetchError(.redirectLoop, "<\(redactedURL)> redirects back to <\(redacted(url: next.text))>.")
        }
        guard request.followsRedirects else {
            redirectTarget = next.text
            return false
        }
        if next.origin != url.origin { mayShowSecrets = false }
        redirects.append(FetchResponse.Redirect(status: hop.fields.status, headers: hop.fields.list))
        if ![307, 308].contains(hop.fields.status) || next.origin != url.origin { sendsBody = false }
        url = next
        return true
    }

    private static func version(_ number: Int) -> FetchResponse.Version {
        switch number {
        case Int(CURL_HTTP_VERSION_1_0): .http1
        case Int(CURL_HTTP_VERSION_2_0): .http2
        case Int(CURL_HTTP_VERSION_3): .http3
        default: .http1_1
        }
    }
}
