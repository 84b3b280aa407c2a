internal import LarderModel
import Yams

/// The key of an API in the requests that a file describes.
extension SourceDefinition {
    /// Stands for the key in paths and parameters.
    private static let placeholder = "{key}"

    /// Refuses `{key}` where there is no key or nothing fills it in, and warns of what looks like a key in plain.
    func checkKeys(inRequestsOf root: YAMLMapping) {
        for name in ["list", "queries-from", "detail"] {
            root.read(name) { request throws(SourceError) in
                guard request.isMapping else { return try checkKeys(in: request, of: "path") }
                for (name, _, value) in try YAMLMapping(request).pairs { try checkKeys(in: value, of: name) }
            }
        }
    }

    private func checkKeys(in value: YAMLValue, of name: String) throws(SourceError) {
        if ["path", "params", "headers", "body"].contains(name), let place = value.firstText(with: Self.placeholder) {
            guard name == "path" || name == "params" else {
                let message =
                    "{key} in \(place.name) is not filled in: a key goes into `path` or `params`, or by "
                    + "`key: {environment: NAME, header: X-Api-Key}` into a header field."
                throw place.error(.conflict, message)
            }
            guard key != nil else {
                let message =
                    "{key} in \(place.name) stands for an API key, and there is none: add `key: {environment: "
                    + "NAME}`, or write what stands there in place of {key}."
                throw place.error(.missingKey, message)
            }
        }
        if name == "params", value.isMapping {
            for member in try value.members() {
                let parameter = member.key.node.scalar?.string ?? ""
                guard KeyNames.contain(parameter), member.value.node.scalar?.string.contains("{") == false else {
                    continue
                }
                warn(ofKey: parameter, at: member.value)
            }
        } else if name == "path", let path = value.node.scalar?.string {
            let query = String(path.drop { $0 != "?" }.dropFirst())
            guard let parameter = KeyNames.first(inQuery: query), !query.contains(Self.placeholder) else { return }
            warn(ofKey: parameter, at: value)
        }
    }

    private func warn(ofKey parameter: String, at place: YAMLValue) {
        let name = Self.quoted(parameter.shortened(to: 60))
        let message =
            "\(place.name) seems to hold a key, which is stored and shown then; take it out and write "
            + "`key: {environment: NAME, query: \(name)}`."
        place.reading.warnings.append(place.error(.outOfRange, message).description)
    }
}

extension YAMLValue {
    /// The first text, at any depth, that holds a word; nil: none does.
    fileprivate func firstText(with word: String) -> YAMLValue? {
        if let text = node.scalar?.string { return text.contains(word) ? self : nil }
        let inner: [YAMLValue] =
            switch node {
            case .sequence(let items): items.enumerated().map { entry($0, $1) }
            case .mapping(let members): members.map { member($0.key.scalar?.string ?? "", $0.value) }
            case .scalar, .alias: []
            }
        return inner.firstNonNil { $0.firstText(with: word) }
    }
}
