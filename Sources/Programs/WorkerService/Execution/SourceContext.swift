internal import Glibc
internal import LarderCache
internal import LarderHashing
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters
internal import LarderSourceDefinitions
internal import Synchronization

/// One source as a worker sees it: how to ask, how to read, what it may reach.
struct SourceContext: Sendable {
    let definition: SourceDefinition
    let reader: any SourceReader
    let refresh: Bool
    /// Where the definition's base is really served; nil: where it says.
    let connectTo: String?
    let allowedPrivateAuthorities: Set<String>
    /// Knows the keys of all sources of the coordinator, and the worker's own secrets.
    let redactor: Redactor
    private let apiKey: String?
    /// Of all that readings depend on besides job and body; nil where that is not known.
    private let rules: Digest?

    init(_ config: SourceConfig, _ redactor: Redactor) throws {
        definition = try SourceDefinition.parse(yaml: config.yaml, file: config.name)
        reader = SourceReaders.reader(for: definition, apiKey: config.apiKey)
        apiKey = config.apiKey
        rules = Self.build.map { Digest(of: $0 + "\n" + config.yaml) }
        self.redactor = redactor
        refresh = config.refresh
        connectTo = config.connectTo
        // What the user typed as the base is trusted; what the source then names is not.
        allowedPrivateAuthorities = Set([definition.base.hostPort.description] + definition.allow.map(\.description))
    }

    /// Identifies the build of the program that this process runs, by its file's length and time; nil where the file
    /// cannot be seen.
    ///
    /// Another build may read by other rules, even with equal versions.
    private static let build: String? = {
        var info = Glibc.stat()
        guard unsafe fstatat(AT_FDCWD, "/proc/self/exe", &info, 0) == 0 else { return nil }
        return "\(info.st_size) \(info.st_mtim.tv_sec) \(info.st_mtim.tv_nsec)"
    }()

    /// The stamp of what a job with this description reads; nil: readings are not stored.
    func stamp(of spec: [UInt8]) -> Digest? { rules.map { Digest(of: $0.bytes + spec) } }

    /// The request with the source's `User-Agent` and, at the source's own origin, the user's own header fields.
    func signed(_ request: SourceRequest) -> SourceRequest {
        let identity = definition.identity
        var own: [HeaderField] = []
        if identity.contact != nil || identity.userAgent != nil {
            own.append(HeaderField(name: "User-Agent", value: identity.sentUserAgent))
        }
        if request.address.origin == definition.base.origin {
            own += identity.headers.compactMap { header in
                header.value.map { HeaderField(name: header.name, value: $0) }
            }
        }
        var signed = request
        signed.headers += own.filter { field in !request.headers.contains { $0.isNamed(field.name) } }
        return signed
    }

    /// The URL to ask, with the key where an answer named an address that holds it; only at the source's own origin.
    func restored(_ request: SourceRequest) -> String {
        guard let apiKey, Redactor.mayHideSecret(request.url), request.address.origin == definition.base.origin
        else { return request.url }
        return Redactor.restoring(apiKey, in: request.url)
    }
}

/// The sources of this worker's coordinator, by name.
final class SourceContexts: Sendable {
    private let secrets: [String]
    private let state = Mutex<(contexts: [String: SourceContext], redactor: Redactor)>(([:], Redactor()))

    /// - Parameter secrets: The worker's own, which no source must bring back.
    init(secrets: [String]) { self.secrets = secrets }

    /// Replaces all definitions; one that cannot be read is left out, and its jobs fail with a reason.
    func replace(_ configs: [SourceConfig]) {
        let definitions = configs.compactMap { try? SourceDefinition.parse(yaml: $0.yaml, file: $0.name) }
        let theirs = configs.compactMap(\.apiKey) + definitions.flatMap(\.secretHeaderValues)
        let redactor = Redactor(secrets: secrets + theirs)
        let contexts = configs.compactMap { config in
            (try? SourceContext(config, redactor)).map { (config.name, $0) }
        }
        state.withLock { $0 = (Dictionary(contexts) { first, _ in first }, redactor) }
    }

    /// Knows the keys of all sources, and the worker's own secrets.
    var redactor: Redactor { state.withLock { $0.redactor } }

    subscript(_ name: String) -> SourceContext? { state.withLock { $0.contexts[name] } }
}
