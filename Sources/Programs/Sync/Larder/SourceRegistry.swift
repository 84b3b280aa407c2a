internal import Foundation
internal import LarderModel
package import LarderSourceDefinitions

/// Finds sources by name or path: a YAML file, a file in a `sources` folder, built-in, or synced into the larder.
package struct SourceRegistry {
    let larder: String
    /// The larder's folder as the user named it.
    let typedLarder: String
    var folders: [String]
    /// Command names, nested ones as "sources init"; used for "did you mean".
    var commands: [String] = []
    /// The larder's sources where they were read for several names at once; nil: they are read for each.
    var storedOfAll: Result<[StoredSource], any Error>?

    package init(larder: String, commands: [String] = []) {
        typedLarder = larder
        self.larder = LarderFolder.absolute(larder)
        let own = self.larder + "/sources"
        folders = [own] + (LarderFolder.absolute("sources") == own ? [] : ["sources"])
        self.commands = commands
    }

    /// The folder of the larder's own source files.
    package var larderFolder: String { folders[0] }

    /// A source with the text of its file.
    package struct Found {
        package var definition: SourceDefinition
        package var yaml: String
        /// The file; nil: built in or stored.
        package var path: String?
        /// Whether it is the definition of the last sync into the larder.
        package var isStored = false
    }

    /// Reads every named source; none named: the built-in sample.
    ///
    /// - Throws: `SourceError` for a file that is wrong, ``CoordinatorError`` with code `unknownSource`,
    ///   `CatalogError`.
    package func definitions(_ names: [String]) throws -> [SourceDefinition] {
        try each(of: names).map { try $0.get() }
    }

    /// Like ``definitions(_:)``, with each source's error.
    package func each(of names: [String]) -> [Result<SourceDefinition, any Error>] {
        var known: [String: String] = [:]
        var registry = self
        if names.contains(where: { !knows($0) }) { registry.storedOfAll = Result { try stored() } }
        return (names.isEmpty ? Self.sampleNames : names).map { name in
            Result<SourceDefinition, any Error> {
                let definition = try registry.find(name).definition
                if let first = known.updateValue(name, forKey: definition.name) {
                    throw CoordinatorError(
                        .nameTaken,
                        first == name
                            ? "The source \(name) is named twice. Name each source once."
                            : "\(first) and \(name) are both the source \"\(definition.name)\". Change `name` in one of "
                                + "the files, or sync only one of them: `coordinator \(name.shellWord)`."
                    )
                }
                return definition
            }
        }
    }

    /// - Throws: As ``definitions(_:)`` does.
    package func find(_ name: String) throws -> Found {
        if let sample = Self.sampleYAML[name] { return try builtIn(name, sample) }
        if let path = path(of: name) { return try read(path) }
        let builtIn = try builtIn(name)
        // A catalog that cannot be read hides no built-in source.
        guard let stored = try builtIn == nil ? stored(name) : try? stored(name) else {
            if let builtIn { return builtIn }
            throw CoordinatorError(.unknownSource, missing(name))
        }
        if let builtIn, builtIn.definition.base == stored.definition.base { return builtIn }
        // A file of that name in the current folder is where its user edits the source.
        if let beside = try Self.fileBeside(name).map(read), beside.definition.name == name { return beside }
        return stored
    }

    /// Whether the name is of a built-in source or of a file, even of an invalid one.
    package func knows(_ name: String) -> Bool { Self.builtInNames.contains(name) || path(of: name) != nil }

    /// The built-in source of this name, even if a file takes precedence.
    package func builtIn(_ name: String) throws -> Found? {
        try (Self.sampleYAML[name] ?? Self.publicYAML[name]).map { try builtIn(name, $0) }
    }

    private func path(of name: String) -> String? {
        let places = folders.flatMap { folder in Self.endings.map { "\(folder)/\(name)\($0)" } }
        return ([name] + places).first(where: Self.isFile)
    }

    private static let endings = [".yaml", ".yml"]

    /// The file `NAME.yaml` of the current folder, which the name finds only if the larder has a source of that name.
    static func fileBeside(_ name: String) -> String? { endings.map { name + $0 }.first(where: isFile) }

    private func builtIn(_ name: String, _ yaml: String) throws -> Found {
        Found(definition: try .parse(yaml: yaml, file: "\(name) (built in)"), yaml: yaml + "\n", path: nil)
    }

    private func read(_ path: String) throws -> Found {
        func refusal(_ fault: String) -> CoordinatorError {
            CoordinatorError(.unknownSource, "The source file \(path) \(fault)")
        }
        let absolute = LarderFolder.absolute(path)
        if absolute.hasPrefix(larderFolder + "/"), let refusal = LarderFolder.refusalOfLink(absolute) { throw refusal }
        let limit = RecordBound.definitionBytes.limit
        let data: Data
        do throws(NamedFile.Fault) {
            data = try NamedFile.bytes(of: path, atMost: limit + 1)
        } catch {
            throw refusal("\(error.description). Check it, or name another file.")
        }
        guard data.count <= limit else {
            throw refusal("is longer than the \(limit / 1024) KiB that a source definition may have.")
        }
        guard !data.starts(with: [0xFF, 0xFE]), !data.starts(with: [0xFE, 0xFF]) else {
            throw refusal("is in UTF-16. Save it as UTF-8.")
        }
        guard let yaml = String(validating: data, as: UTF8.self) else {
            let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }
            throw refusal("is not in UTF-8\(line.map { ", first in line \($0 + 1)" } ?? ""). Save it as UTF-8.")
        }
        return Found(definition: try .parse(yaml: yaml, file: path), yaml: yaml, path: path)
    }

    package var files: [String] { folders.flatMap(files(inFolder:)) }

    /// The files in the larder's own folder, which a sync of all takes.
    package var ownFiles: [String] { files(inFolder: larderFolder) }

    private func files(inFolder folder: String) -> [String] { Self.files(in: folder).map { "\(folder)/\($0)" } }

    private static func files(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            .filter { file in endings.contains { file.hasSuffix($0) } }.sorted()
    }

    private static func isFile(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
    }

    // MARK: Names that stand for nothing

    private func missing(_ name: String) -> String {
        if name.contains("://") {
            let word = name.shellWord
            return "\(name) is an address and no source. Type `coordinator add \(word)` to write a source file for the "
                + "site and sync it, or `coordinator get \(word)` to fetch that page alone."
        }
        if let host = Self.host(in: name) {
            return "There is no source \"\(name)\".\(guess(name)) If it is a site's address, type `coordinator add "
                + "\(host)`."
        }
        let looksLikePath = name.contains("/") || Self.endings.contains { name.hasSuffix($0) }
        if looksLikePath || FileManager.default.fileExists(atPath: name) { return wrongPath(name) }
        if let file = Self.fileBeside(name) {
            return "There is no source \"\(name)\", but there is a file of that name here: type \(file) instead, as in "
                + "`coordinator \(file)`."
        }
        return "There is no source \"\(name)\".\(guess(name)) Name a YAML file, a NAME.yaml in "
            + "\(folders.joined(separator: " or ")), a source of the larder, or one of the built-in sources "
            + "\(Self.builtInNames.joined(separator: ", ")). `coordinator --help` lists the commands."
    }

    /// The address that a name without a scheme may stand for; nil: it looks like a name or a file.
    private static func host(in name: String) -> String? {
        guard !name.hasPrefix("."), !FileManager.default.fileExists(atPath: name),
            !endings.contains(where: { name.hasSuffix($0) }), let address = WebAddress("https://" + name),
            address.host.dropFirst().contains(".") || address.host == "localhost"
        else { return nil }
        // This machine and private networks seldom have certificates.
        return "\(address.hostPort.isOfThisMachineOrPrivate ? "http" : "https")://\(name)".shellWord
    }

    private func wrongPath(_ name: String) -> String {
        if FileManager.default.fileExists(atPath: name) {
            if FileManager.default.fileExists(atPath: name + "/catalog.sqlite") {
                return "\(name) is the folder of a larder and no source. Name it with --into \(name.shellWord)."
            }
            let files = Self.files(in: name).prefix(5).map { "\(name)/\($0)" }
            return "\(name) is a folder. Name a YAML file"
                + (files.isEmpty ? "; it holds none." : " in it: \(files.joined(separator: ", ")).")
        }
        let path = URL(fileURLWithPath: name)
        let folder = path.deletingLastPathComponent().path
        guard unsafe access(name, F_OK) == 0 || errno != EACCES else {
            return "\(path.path) cannot be read: this user may not enter the folders that lead to it. Allow that, or "
                + "name another file."
        }
        guard FileManager.default.fileExists(atPath: folder) else {
            return "There is no file \(path.path): there is no folder \(folder) either. Check the path."
        }
        let near = NearestWord.find(path.lastPathComponent, in: Self.files(in: folder))
        let advice =
            near.map { "Did you mean \(folder)/\($0)?" }
            ?? "Check the path, or list what there is: coordinator sources list."
        return "There is no file \(path.path). \(advice)"
    }

    /// What does here what commands of other programs do, as it stands behind `coordinator`.
    private static let usualCommands = [
        "rm": " remove", "delete": " remove", "uninstall": " remove", "reset": " clear", "ls": " status",
        "info": " status", "search": " why", "find": " why", "new": " add", "create": " add", "download": " get",
        "fetch": " get",
        "run": "", "start": "", "update": "", "refresh": " --refresh",
        "version": " --version",
    ]

    /// " Did you mean …?" for the nearest source, file or command; empty if none is near.
    private func guess(_ name: String) -> String {
        let names = (files + Self.files(in: ".")).filter(Self.isFile).map {
            URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent
        }
        let most = NearestWord.lettersOfASlip(in: name)
        let stored = (try? stored().map(\.name)) ?? []
        if let near = NearestWord.find(name, in: Self.builtInNames + names + stored, within: most) {
            let typed = knows(near) || stored.contains(near) ? near : Self.fileBeside(near) ?? near
            return " Did you mean \(typed)?"
        }
        if let usual = Self.usualCommands[name] { return " Did you mean `coordinator\(usual)`?" }
        let words = commands.map { $0.split(separator: " ").last.map(String.init) ?? $0 }
        guard let near = NearestWord.find(name, in: words, within: most), let place = words.firstIndex(of: near) else {
            return ""
        }
        return " Did you mean the command `coordinator \(commands[place])`?"
    }

    package static let sampleNames = ["sample", "sample-news"]
    /// The sample's address, whatever port it gets: content must not depend on a port.
    static let sampleBase = "http://sample.larder.test"

    package static let builtInNames = sampleNames + publicYAML.keys.sorted()

    /// Whether the base is the built-in sample's, which the coordinator itself serves, whatever the source's name.
    package static func isSample(_ definition: SourceDefinition) -> Bool { definition.base == WebAddress(sampleBase) }

    static let sampleYAML = [
        "sample": """
        name: sample
        kind: food2fork
        base: \(sampleBase)
        queries: [pasta, soup, salad, curry, pie, stew, cake, pizza]
        politeness: {concurrency: 64}
        own: true
        """,
        "sample-news": """
        name: sample-news
        kind: newsapi-v2
        base: \(sampleBase)
        politeness: {concurrency: 64}
        own: true
        """,
    ]

    /// Public APIs; a YAML file of the same name takes precedence.
    static let publicYAML = [
        "forkify": """
        name: forkify
        kind: forkify-v2
        base: https://forkify-api.herokuapp.com
        queries: [pizza, pasta, soup, salad]
        politeness: {concurrency: 2, delay: 1s}
        """,
        "newsapi": """
        name: newsapi
        kind: newsapi-v2
        base: https://newsapi.org
        key: {environment: NEWS_API_KEY}
        language: en
        politeness: {concurrency: 1, delay: 1s}
        """,
    ]
}
