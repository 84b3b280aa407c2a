internal import Foundation
internal import Glibc
internal import LarderModel
package import LarderSourceDefinitions
package import LarderSync
internal import Subprocess
internal import SystemPackage

extension LarderCommands {
    private static let maxFileBytes = 256 * 1024

    /// Why a text is no source name; nil: it is one.
    package static func fault(inSourceName name: String) -> String? {
        do throws(SourceError) {
            try SourceDefinition.check(name: name)
            return nil
        } catch {
            return error.description
        }
    }

    /// Why a text is no contact; nil: it is one.
    package static func fault(inContact contact: String) -> String? {
        guard let example = WebAddress("https://example.org/") else { return nil }
        do throws(SourceError) {
            _ = try SourceDefinition.page(example, contact: contact)
            return nil
        } catch {
            return error.message
        }
    }

    /// Where a proposed source file is written, and what it says besides the proposal.
    package struct NewSource: Sendable {
        /// The file; nil: the name with `.yaml` in ``folder``.
        package var file: String?
        /// The sources among which its name must be new.
        package var registry: SourceRegistry
        /// Whether the larder's folder of sources gets the file, and not the current folder.
        package var isForLarder: Bool
        /// The source's name; nil: after its host.
        package var name: String?
        /// The address that the owner of a host can write to; nil: none is sent.
        package var contact: String?

        package init(
            file: String? = nil,
            _ registry: SourceRegistry,
            isForLarder: Bool = false,
            name: String?,
            contact: String?
        ) {
            self.file = file
            self.registry = registry
            self.isForLarder = isForLarder
            self.name = name
            self.contact = contact
        }

        /// The folder of the larder's source files; nil: the current folder.
        fileprivate var folder: String? { isForLarder ? registry.larderFolder : nil }

        fileprivate func path(_ name: String) -> String { file ?? (folder.map { $0 + "/" } ?? "") + name + ".yaml" }

        /// The option that names another file.
        fileprivate var option: String { folder == nil ? "file with --output" : "source with --name" }
    }

    /// The written file, or the exit code of a failed worker program, which printed why.
    package enum Proposal: Sendable {
        case written(path: String, yaml: String)
        case failed(code: Int32)
    }

    /// The host of a typed address, if it is a public one, whose owner may want to know who asks.
    package static func publicHost(of url: String) -> String? {
        address(typed: url).flatMap { $0.hostPort.isOfThisMachineOrPrivate ? nil : $0.host }
    }

    /// The source of one page, for ``SyncRun/Options/page``.
    ///
    /// - Throws: ``CoordinatorError`` with code `badSetting` for an address that is none; `SourceError` for a contact.
    package static func page(_ url: String, contact: String?) throws -> SourceDefinition {
        try .page(try address(typed: url, for: "get"), contact: contact)
    }

    /// The address that a user typed, with `https://` where no scheme was typed; nil: it is none.
    private static func address(typed url: String) -> WebAddress? {
        WebAddress(url.contains("://") ? url : "https://" + url)
    }

    /// The same for a command, which an error proposes with the address that may have been meant.
    private static func address(typed url: String, for command: String) throws(CoordinatorError) -> WebAddress {
        func refusal(_ fault: String, _ way: String) -> CoordinatorError {
            CoordinatorError(.badSetting, "\"\(url.withoutUser)\" \(fault). \(way)")
        }
        let example = "Type a web address, as in `coordinator \(command) https://example.org/`."
        if !url.contains("://") {
            if FileManager.default.fileExists(atPath: url) {
                throw refusal("is a file and no address", "To sync its source, type `coordinator \(url.shellWord)`.")
            }
            if let cut = url.prefixMatch(of: /(https?):?\/{1,2}|(https?):(?![0-9])/.ignoresCase()) {
                let meant = "\((cut.1 ?? cut.2 ?? "https").lowercased())://\(url[cut.range.upperBound...])"
                throw refusal("has no :// behind its scheme", "Did you mean \(meant.withoutUser)?")
            }
        }
        guard url.withoutUser == url else {
            throw refusal(
                "has a user name in it, which no command takes",
                "Leave it out; credentials go into a source's file: `headers: {Authorization: {environment: NAME}}`."
            )
        }
        if let scheme = url.firstRange(of: "://").map({ url[..<$0.lowerBound].lowercased() }),
            !["http", "https"].contains(scheme)
        {
            throw refusal("begins with \(scheme)://, and only http and https are fetched", example)
        }
        guard let address = address(typed: url) else { throw refusal("is no web address", example) }
        return address
    }

    /// Proposes a source file, and says what to type next.
    ///
    /// - Throws: As ``propose(_:_:)`` does.
    package static func proposeSource(for url: String, _ new: NewSource) async throws -> Result {
        switch try await propose(url, new) {
        case .failed(let code): return Result(text: "", code: code)
        case .written(let path, let yaml):
            let text = """

                \(yaml)
                Written to \(path). Look it through, then type
                  coordinator try \(path)    to see three items
                  coordinator plan \(path)   to see how many requests a sync makes
                  coordinator \(path)        to sync it
                """
            return Result(text: text)
        }
    }

    /// Probes a site with the worker program and writes a first source file.
    ///
    /// - Throws: ``CoordinatorError`` if the program is missing or the file exists; `SourceError` for an invalid name
    ///   or contact.
    package static func propose(_ url: String, _ new: NewSource) async throws -> Proposal {
        if let name = new.name { try SourceDefinition.check(name: name) }
        // Before any request. A redirect to another host changes the name, which is checked again.
        let asked = try address(typed: url, for: new.isForLarder ? "add" : "sources init")
        let name = new.name ?? asked.sourceName
        try checkPlace(new.path(name), new)
        try new.registry.checkNew(name: name)
        if let contact = new.contact { _ = try SourceDefinition.page(asked, contact: contact) }
        let run = try await Subprocess.run(
            .path(FilePath(try WorkerSupervisor.findProgram())),
            arguments: ["probe"],
            // Arguments are public, and the address may hold a key.
            input: .string(url + "\n"),
            output: .string(limit: maxFileBytes),
            error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false)
        )
        var yaml = run.standardOutput
        guard run.terminationStatus.isSuccess else {
            if !url.contains("://") {
                let note = "No scheme was typed, so https:// was asked. For a server without TLS type http://\(url).\n"
                FileHandle.standardError.write(Data("coordinator: \(note)".utf8))
            }
            guard case .exited(let code) = run.terminationStatus else { return .failed(code: 2) }
            return .failed(code: code)
        }
        if let name = new.name { yaml = renamed(yaml, name) }
        var definition = try SourceDefinition.parse(yaml: yaml, file: "the proposal")
        let isPublic = !definition.base.hostPort.isOfThisMachineOrPrivate
        if let line = new.contact.map({ "contact: \(JSONValue.string($0).json)" })
            ?? (isPublic ? "# contact: you@example.org" : nil)
        {
            yaml = inserting(line + "  # sent with each request: whom the host's owner can ask about them", into: yaml)
            definition = try SourceDefinition.parse(yaml: yaml, file: "the proposal")
        }
        let identity = definition.identity
        // A public site must not lead a sync into private networks.
        let mayAllow = definition.allow.isEmpty || definition.base.hostPort.isOfThisMachineOrPrivate
        guard identity.headers.isEmpty, !identity.isOwn, identity.robots == nil, identity.proxy == nil, mayAllow else {
            throw CoordinatorError(.internal, "The site wrote keys of its own into the file; nothing was written.")
        }
        let path = new.path(definition.name)
        try checkPlace(path, new)
        try new.registry.checkNew(definition)
        do {
            if let folder = new.folder {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            }
            try Data(yaml.utf8).write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
        } catch {
            throw unwritable(path, error.reason, new)
        }
        return .written(path: path, yaml: yaml)
    }

    private static func renamed(_ yaml: String, _ name: String) -> String {
        yaml.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("name: ") ? "name: \(name)" : $0 }.joined(separator: "\n")
    }

    private static func inserting(_ line: String, into yaml: String) -> String {
        guard let base = yaml.firstRange(of: "\nbase: ") else { return yaml }
        return yaml[..<base.lowerBound] + "\n" + line + yaml[base.lowerBound...]
    }

    private static func unwritable(_ path: String, _ reason: String, _ new: NewSource) -> CoordinatorError {
        CoordinatorError(
            .larderNotWritable,
            "\(path) cannot be written: \(reason). Name another "
                + "\(new.folder == nil ? new.option : "folder with --into"), or make its folder writable."
        )
    }

    /// Refuses a path that has a file, or whose folder cannot be written.
    private static func checkPlace(_ path: String, _ new: NewSource) throws {
        // The larder's folders are made where they are missing.
        var folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        while new.folder != nil, folder.path != "/", !FileManager.default.fileExists(atPath: folder.path) {
            folder.deleteLastPathComponent()
        }
        guard unsafe access(folder.path, W_OK | X_OK) == 0 else {
            throw unwritable(path, LarderFolder.errorText(errno), new)
        }
        var isFolder: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
        throw CoordinatorError(
            .badSetting,
            isFolder.boolValue
                ? "\(path) is a folder. Name a file in it, such as \(path.hasSuffix("/") ? path : path + "/")new.yaml."
                : "\(path) is there already and is not written over. Remove it, or name another \(new.option)."
        )
    }
}

extension Error {
    /// The system's words for an error of Foundation's, which wraps it.
    var reason: String {
        let inner = (self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
        if let inner { return inner.reason }
        return (self as? POSIXError).map { LarderFolder.errorText($0.code.rawValue) } ?? localizedDescription
    }
}
