internal import LarderSourceDefinitions
internal import LarderTransport

/// What is looked at before anything is started.
extension SyncRun {
    func definitions() throws -> [SourceDefinition] {
        let registry = SourceRegistry(folders: [LarderFolder.absolute(options.into) + "/sources", "sources"])
        return try registry.definitions(options.sources).map { definition in
            var definition = definition
            if let limit = options.limit { definition.limit = min(limit, definition.limit ?? limit) }
            return definition
        }
    }

    /// The keys that workers of other machines need; nil where none are wanted.
    ///
    /// Without keys only this machine may reach the workers' port.
    func keysForListening() throws -> KeyFolder? {
        guard let listen = options.listen else { return nil }
        let keys = KeyFolder(options.keys ?? LarderFolder.absolute(options.into) + "/keys")
        guard options.keys == nil || keys.hasServerKeys else {
            throw CoordinatorError(
                .badSetting,
                "There are no keys of a coordinator in \(keys.path). Make some with `coordinator keygen --keys \(keys.path.shellWord) --worker NAME`, or correct --keys."
            )
        }
        if keys.hasServerKeys, !options.insecure {
            _ = try keys.serverKeys()
            return keys
        }
        let host = listen.dropFirst("tcp://".count).prefix { $0 != ":" }
        let isLocal = listen.hasPrefix("ipc://") || host == "127.0.0.1" || host == "localhost"
        guard isLocal || options.insecure else {
            throw CoordinatorError(
                .badSetting,
                "--listen \(listen) is open to other machines, and there are no keys in \(keys.path). Make some with `coordinator keygen\(TypedCommand.into(options.into)) --worker NAME`, or add --insecure on a network that only you can reach."
            )
        }
        return nil
    }
}
