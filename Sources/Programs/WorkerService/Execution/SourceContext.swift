internal import LarderModel
internal import LarderProtocol
internal import LarderSources
internal import Synchronization

/// One source as a worker sees it: how to ask, how to read, what it may reach.
struct SourceContext: Sendable {
    let definition: SourceDefinition
    let reader: any SourceReader
    let refresh: Bool
    /// Where the definition's base is really served; nil: where it says.
    let connectTo: String?
    let allowedPrivateAuthorities: Set<String>

    init(_ config: WireSourceConfig) throws {
        definition = try SourceDefinition.parse(yaml: config.yaml, file: config.name)
        reader = SourceReaders.reader(for: definition, apiKey: config.apiKey.isEmpty ? nil : config.apiKey)
        refresh = config.refresh
        connectTo = config.connectTo.isEmpty ? nil : config.connectTo
        // What the user typed as the base is trusted; what the source then names is not.
        allowedPrivateAuthorities = Set(
            [definition.base.hostPort.description] + definition.allow.map(\.description)
        )
    }
}

/// The sources of this worker's coordinator, by name.
final class SourceContexts: Sendable {
    private let contexts = Mutex<[String: SourceContext]>([:])

    /// Replaces all definitions; one that cannot be read is left out, and its jobs fail with a reason.
    func replace(_ configs: [WireSourceConfig]) {
        let read = configs.compactMap { config in (try? SourceContext(config)).map { (config.name, $0) } }
        contexts.withLock { $0 = Dictionary(read, uniquingKeysWith: { first, _ in first }) }
    }

    subscript(_ name: String) -> SourceContext? { contexts.withLock { $0[name] } }
}
