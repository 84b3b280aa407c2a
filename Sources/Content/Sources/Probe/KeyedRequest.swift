internal import LarderModel
internal import LarderSourceDefinitions

/// The request that the user named, in parts, with its keys apart.
struct KeyedRequest {
    private let address: WebAddress
    /// The path, where `{key}` stands for the key in it.
    private let template: String
    private let pathHoldsKey: Bool
    /// The parameters without keys, as the address writes them and decoded.
    private let parts: [(written: Substring, name: String, value: String)]
    /// Keys, decoded; their values are written nowhere.
    private let keys: [(name: String, value: String)]

    /// - Throws: ``ProbeError`` where several segments of the path look like keys, as a source has one.
    init(_ address: WebAddress) throws(ProbeError) {
        let segments = address.path.split(separator: "/", omittingEmptySubsequences: false)
        let pathKeys = Set(segments.filter { KeyNames.isKey(segment: $0) })
        guard pathKeys.count <= 1 else {
            throw ProbeError(
                "\(pathKeys.count) parts of <\(address.withoutKeys)> look like keys, and a source has one. Write the "
                    + "file by hand: the address as it is, but {key} in place of the part that is secret, and "
                    + "`key: {environment: NAME}`."
            )
        }
        self.address = address
        template = segments.map { pathKeys.contains($0) ? "{key}" : String($0) }.joined(separator: "/")
        pathHoldsKey = !pathKeys.isEmpty
        let all = (address.query ?? "").split(separator: "&").map { part in
            let name = part.prefix { $0 != "=" }
            let value = part[name.endIndex...].dropFirst()
            return (written: part, name: String(name).percentDecoded, value: String(value).percentDecoded)
        }
        parts = all.filter { !KeyNames.isKey(name: $0.name, value: $0.value) }
        keys = all.filter { KeyNames.isKey(name: $0.name, value: $0.value) }.map { ($0.name, $0.value) }
    }

    /// The address without parameters that are keys.
    var base: String {
        address.origin + template + (parts.isEmpty ? "" : "?" + parts.map(\.written).joined(separator: "&"))
    }

    /// The path with `{key}` for the key in it; empty: the root.
    var path: String { template == "/" ? "" : template }

    /// Where the key goes, as further members of `key`; empty: into the path; nil: there is none.
    fileprivate var keyPlace: String? {
        pathHoldsKey ? "" : keys.first.map { ", query: \(SourceProposal.quoted($0.name))" }
    }

    /// The parameters that hold keys besides, each once.
    fileprivate var furtherKeyNames: [String] {
        let names = keys.map(\.name).distinct
        return pathHoldsKey ? names : Array(names.dropFirst())
    }

    func name(among names: [String]) -> String? { names.first { name in parts.contains { $0.name == name } } }

    func value(of name: String) -> String? { parts.first { $0.name == name }?.value }

    func address(setting name: String, to value: String) -> WebAddress? {
        let pairs = parts.filter { $0.name != name }.map { ($0.name, $0.value) } + [(name, value)] + keys
        return WebAddress(address.origin)?.endpoint(address.path, query: pairs.map { ($0.0, $0.1) })
    }

    /// The path for one item, which ends with a slash if the list's path does.
    var itemPath: String { template.hasSuffix("/") && template != "/" ? template + "{id}/" : path + "/{id}" }

    func itemAddress(id: String) -> WebAddress? {
        let slash = itemPath.hasSuffix("/") ? "/" : ""
        let path = address.with(path: address.path, query: nil).appending(segment: id).path + slash
        let query = keys.map { "\($0.name.percentEncodedWord)=\($0.value.percentEncodedWord)" }.joined(separator: "&")
        return address.with(path: path, query: query.nonEmpty)
    }

    func yaml(without paging: String?) -> String {
        let quoted = SourceProposal.quoted
        let rest = parts.filter { $0.name != paging }.map { "\(quoted($0.name)): \(quoted($0.value))" }
        guard rest.isEmpty else { return "{path: \(quoted(path)), params: {\(rest.joined(separator: ", "))}}" }
        return path.isEmpty ? "{path: \"\"}" : quoted(path)
    }
}

extension SourceProposal {
    /// Adds `key` for a request that holds one, and notes about what the user has to look through.
    mutating func addKey(of request: KeyedRequest) {
        guard let place = request.keyPlace else { return }
        add("key", "{environment: \(keyVariable)\(place)}", comment: "type: export \(keyVariable)=…")
        if place.isEmpty {
            notes.append(
                "A part of the address looks like a key, so {key} stands for it. If it is no secret, write it back in "
                    + "place of {key} and leave `key` out."
            )
        }
        let names = request.furtherKeyNames
        guard !names.isEmpty else { return }
        let keys = "The address has further keys, which are not written here: \(names.joined(separator: ", "))."
        notes.append("\(keys) Add them with `headers`, or by hand.")
    }
}
