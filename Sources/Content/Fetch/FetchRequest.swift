package import LarderModel

/// What to fetch, and how much of it at most.
package struct FetchRequest: Sendable {
    /// An absolute `http` or `https` URL; spaces and non-ASCII bytes are percent-encoded.
    package var url: String
    /// The fetcher sets `Host`, `User-Agent`, `Accept-Encoding` and the hop-by-hop fields itself; of these only
    /// `User-Agent` may be given here.
    package var headers: [HeaderField]
    /// What to send with POST, UTF-8 without null bytes; nil: GET.
    ///
    /// A redirect with 307 or 308 within the origin is sent it again; every other one becomes a GET (RFC 9110 §15.4).
    package var body: [UInt8]?
    /// Names of further ``headers`` that carry a secret, in any case.
    ///
    /// Redirects to another origin lose these, `Authorization`, `Cookie`, `X-Api-Key` and their like.
    package var secretHeaders: Set<String>
    /// With these the answer may be 304 without a body.
    package var validators: Validators
    /// The most bytes of a body, as sent and after decoding.
    package var maxBodyBytes: Int
    /// Whether a longer body is cut at ``maxBodyBytes`` instead of failing.
    package var keepsBeginning = false
    /// Whether the body of an answer whose type says that it is a file, see ``MediaType/isFile(_:)``, is left out: such
    /// an answer has its header fields and an empty body.
    package var skipsFiles = false
    package var maxRedirects: Int
    /// Whether redirects are followed; else a redirect is the answer, with ``FetchResponse/redirectTarget``.
    package var followsRedirects = true
    /// URLs on the way here, see ``following(_:)``.
    var earlierURLs: [String] = []
    var earlierRedirects = 0
    var earlierDuration = Duration.zero
    /// Authorities, `host:port` in lower case with the port always spelled out (`[::1]:8080` for IPv6), that may lead
    /// to a loopback, private or otherwise special address; checked at each hop.
    package var allowedPrivateAuthorities: Set<String>
    /// `host:port` that really serves the authority of ``url``: a mirror, a test server.
    ///
    /// The `Host` field and certificates stay unchanged. Redirects to other authorities connect there.
    package var connectTo: String?
    /// The URL of the proxy to go through, empty for none; nil: what ``FetcherConfiguration/proxies`` says.
    package var proxy: String?
    package var timeouts: Timeouts
    /// Called on the fetcher's thread, where it must return at once, whenever the transfer has moved: a hop begins, a
    /// connection stands, bytes came in.
    package var onProgress: (@Sendable () -> Void)?

    package static let maxURLBytes = 16_384

    /// How long each step may take, at least 1 ms, without the wait for a free place in the fetcher.
    package struct Timeouts: Sendable, Hashable {
        /// Name, TCP and TLS together, each hop for itself.
        package var connect: Duration
        /// Silence after the request went out.
        package var silence: Duration
        /// All of it, redirects included.
        package var total: Duration
        /// Bytes a second that an answer brings at least over ``rateTime``, or over ``silence`` if that is longer; 0:
        /// any.
        package var leastRate = 1_000
        package var rateTime = Duration.seconds(30)

        /// The time over which ``leastRate`` counts, in whole seconds as curl takes it.
        var rateSeconds: Int { max(1, Int(max(rateTime, silence) / .seconds(1))) }

        package init(
            connect: Duration = .seconds(10),
            silence: Duration = .seconds(30),
            total: Duration = .seconds(120)
        ) {
            precondition(min(connect, silence, total) >= .milliseconds(1), "A timeout has at least 1 ms")
            self.connect = connect
            self.silence = silence
            self.total = total
        }
    }

    package init(
        url: String,
        headers: [HeaderField] = [],
        secretHeaders: Set<String> = [],
        validators: Validators = Validators(),
        maxBodyBytes: Int = 32 << 20,
        maxRedirects: Int = JobLimits.maxRedirects,
        allowedPrivateAuthorities: Set<String> = [],
        timeouts: Timeouts = Timeouts()
    ) {
        precondition(maxBodyBytes >= 0 && maxRedirects >= 0, "A limit cannot be negative")
        self.url = url
        self.headers = headers
        self.secretHeaders = secretHeaders
        self.validators = validators
        self.maxBodyBytes = maxBodyBytes
        self.maxRedirects = maxRedirects
        self.allowedPrivateAuthorities = allowedPrivateAuthorities
        self.timeouts = timeouts
    }
}

extension FetchRequest {
    private static let secretNames: Set<String> = [
        "api-key", "apikey", "authorization", "cookie", "ocp-apim-subscription-key", "proxy-authorization",
        "x-access-token",
        "x-api-key", "x-apikey", "x-auth-token", "x-csrf-token", "x-functions-key", "x-rapidapi-key",
    ]

    /// Whether the field stays with the origin it was meant for.
    func isSecret(_ field: HeaderField) -> Bool {
        let name = field.name.lowercased()
        return Self.secretNames.contains(name) || secretHeaders.contains { $0.lowercased() == name }
    }
}
