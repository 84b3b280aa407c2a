internal import Foundation
internal import Glibc
internal import LarderModel
internal import LarderSourceDefinitions
internal import LarderTransport

extension SyncRun {
    func definitions() throws -> [SourceDefinition] {
        if let page = options.page { return [page] }
        let registry = SourceRegistry(larder: options.sourcesOf ?? options.into, commands: options.commands)
        var definitions = try registry.definitions(options.sources)
        if let limit = options.limit {
            for index in definitions.indices {
                definitions[index].limit = min(limit, definitions[index].limit ?? limit)
            }
        }
        guard let name = options.rename else { return definitions }
        guard definitions.count == 1 else {
            throw CoordinatorError(
                .badSetting,
                "--rename \(name) is for one source, and this sync is of \(definitions.count). Name that one: "
                    + "`coordinator SOURCE --rename \(name)`."
            )
        }
        definitions[0] = try definitions[0].renamed(name)
        return definitions
    }

    /// The keys of remote workers; nil: none are needed.
    ///
    /// Workers get the sources' API keys. Without keys only this user may join, through a socket in a private folder:
    /// a loopback port is open to every user of this machine.
    func keysForListening() throws -> KeyFolder? {
        guard let listen = options.listen else { return nil }
        let keys = KeyFolder(options.keys ?? LarderFolder.absolute(options.into) + "/keys")
        func refusal(_ text: String) -> CoordinatorError { CoordinatorError(.badSetting, text) }
        guard options.keys == nil || keys.hasServerKeys else {
            throw refusal(
                "There are no keys of a coordinator in \(keys.path). Make some with `coordinator keygen --keys "
                    + "\(keys.path.shellWord) --worker NAME`, or correct --keys."
            )
        }
        guard !options.insecure else { return nil }
        if keys.hasServerKeys {
            _ = try keys.serverKeys()
            return keys
        }
        let makeKeys =
            "Make keys with `coordinator keygen\(TypedCommand.into(options.into)) --worker NAME`, or add --insecure"
        guard listen.hasPrefix("ipc://") else {
            throw refusal(
                "--listen \(listen) is open to other users of this machine or of others, who would be given the "
                    + "sources' API keys, and there are no keys in \(keys.path). \(makeKeys) where only you can "
                    + "reach it."
            )
        }
        let socket = URL(fileURLWithPath: String(listen.dropFirst("ipc://".count)))
        let folder = socket.deletingLastPathComponent().path
        guard Self.isPrivate(folder) else {
            throw refusal(
                "--listen \(listen): other users can enter \(folder), or it is not yours. Type: mkdir -p -m 700 "
                    + "\(folder.shellWord); chmod 700 \(folder.shellWord). \(makeKeys)."
            )
        }
        return nil
    }

    /// How the user keeps a source beside another one of its name; nil: a page that `get` fetches has no other name.
    var wayToKeepBoth: String? {
        options.page == nil
            ? "sync the new one under another name with --rename NEWNAME, or change `name` in its file" : nil
    }

    private static func isPrivate(_ folder: String) -> Bool {
        // The socket lies where a symbolic link leads.
        let path = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
        guard let known = try? FileManager.default.attributesOfItem(atPath: path),
            let owner = known[.ownerAccountID] as? NSNumber, let rights = known[.posixPermissions] as? NSNumber
        else { return false }
        return owner.uint32Value == geteuid() && rights.intValue & 0o077 == 0
    }
}
