package import LarderModel

/// What to fetch, and how much of it at most.
package struct FetchRequest: Sendable {
    /// An absolute `http` or `https` URL, at most ``maxURLBytes`` bytes.
    ///
    /// Spaces and non-ASCII bytes are percent-encoded for you.
    package var url: String
    /// Header lines sent as given.
    ///
    /// The fetcher sets `Host`, `User-Agent`, `Accept-Encoding` and the hop-by-hop ones itself; of these only
    /// `User-Agent` may be given here.
    package var headers: [HeaderField]
    /// What to send with POST, UTF-8 without null bytes; nil: the request is a GET.
    ///
    /// A redirect with 307 or 308 within the origin is sent it again; every other one becomes a GET (RFC 9110 §15.4).
    package var body: [UInt8]?
    /// Names of further ``headers`` that carry a secret, case-blind.
    ///
    /// These, `Authorization`, `Cookie`, `Proxy-Authorization`, `X-Api-Key` and their like are not sent to another
    /// origin when a redirect leads there.
    package var secretHeaders: Set<String>
    /// What is known of the resource.
    ///
    /// With it the answer may be 304 without a body.
    package var validators: Validators
    /// The most bytes a body may have, both as sent and after decoding.
    ///
    /// Default 32 MiB.
    package var maxBodyBytes: Int
    /// Whether a longer body is cut at ``maxBodyBytes`` instead of failing; the rest is not waited for.
    package var keepsBeginning = false
    /// The most redirects followed.
    ///
    /// Default ``JobLimits/maxRedirects``.
    package var maxRedirects: Int
    /// Whether redirects are followed; else one is the answer, and ``FetchResponse/redirectTarget`` says where it leads.
    package var followsRedirects = true
    /// URLs that were asked on the way here, see ``following(_:)``.
    var earlierURLs: [String] = []
    /// Redirects on the way here.
    var earlierRedirects = 0
    /// What the way here took.
    var earlierDuration = Duration.zero
    /// Authorities, `host:port` in lower case with the port always spelled out (`[::1]:8080` for IPv6), that may lead
    /// to a loopback, private or otherwise special address.
    ///
    /// Every hop of a redirect is held to this.
    package var allowedPrivateAuthorities: Set<String>
    /// Where the authority of ``url`` is really served, `host:port`, when that is not where its name leads: a mirror, a
    /// test server.
    ///
    /// The URL, the `Host` field and certificates stay those of ``url``; redirects to other authorities go their own
    /// way.
    package var connectTo: String?
    /// How long each step may take.
    package var timeouts: Timeouts
    /// Called on the fetcher's thread, where it must return at once, whenever the transfer has moved: a hop begins, a
    /// connection stands, bytes came in.
    package var onProgress: (@Sendable () -> Void)?

    /// The most bytes in a URL.
    package static let maxURLBytes = 16_384

    /// How long each step may take.
    ///
    /// Time spent waiting for a free place in the fetcher does not count.
    package struct Timeouts: Sendable, Hashable {
        /// Name, TCP and TLS together, each hop for itself.
        ///
        /// Default 10 s.
        package var connect: Duration
        /// Silence after the request went out.
        ///
        /// Default 30 s.
        package var silence: Duration
        /// All of it, redirects included.
        ///
        /// Default 120 s.
        package var total: Duration

        /// Makes a set of limits.
        ///
        /// Each is at least 1 ms.
        package init(
            connect: Duration = .seconds(10),
            silence: Duration = .seconds(30),
            total: Duration = .seconds(120)
        ) {
            precondition(
                min(connect, silence, total) >= .milliseconds(1),
                "A timeout of less than 1 ms leaves no time at all"
            )
            self.connect = connect
            self.silence = silence
            self.total = total
        }
    }

    /// Makes a request with the defaults of each property.
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
