internal import LarderModel
import Yams

/// The key of an API in the requests that a file describes.
extension SourceDefinition {
    /// What stands for the key in paths and parameters.
    private static let placeholder = "{key}"

    /// Refuses `{key}` where there is no key or nobody fills it in, and warns of what looks like a key in plain.
    func checkKeys(inRequestsOf root: YAMLMapping) {
        for name in ["list", "queries-from", "detail"] {
            root.read(name) { request throws(SourceError) in
                try refusePlaceholder(in: request)
                try warnOfKeys(in: request)
            }
        }
    }

    private func refusePlaceholder(in request: YAMLValue) throws(SourceError) {
        for (name, value) in try request.partsOfRequest() where ["path", "params", "headers", "body"].contains(name) {
            guard let place = value.firstText(with: Self.placeholder) else { continue }
            guard name == "path" || name == "params" else {
                throw place.error(
                    .conflict,
                    "{key} in \(place.name) is not filled in: a key goes into `path` or `params`, or by "
                        + "`key: {environment: NAME, header: X-Api-Key}` into a header field."
                )
            }
            guard key == nil else { continue }
            throw place.error(
                .missingKey,
                "{key} in \(place.name) stands for an API key, and there is none: add `key: {environment: "
                    + "NAME}`, or write what "
                    + "stands there in place of {key}."
            )
        }
    }

    private func warnOfKeys(in request: YAMLValue) throws(SourceError) {
        for (name, value) in try request.partsOfRequest() {
            if name == "params", value.isMapping {
                for member in try value.members() {
                    let parameter = member.key.node.scalar?.string ?? ""
                    guard KeyNames.contain(parameter), member.value.node.scalar?.string.contains("{") == false else {
                        continue
                    }
                    warn(ofKey: parameter, at: member.value)
                }
            }
            guard name == "path", let path = value.node.scalar?.string else { continue }
            let query = String(path.drop { $0 != "?" }.dropFirst())
            if let parameter = KeyNames.first(inQuery: query), !query.contains(Self.placeholder) {
                warn(ofKey: parameter, at: value)
            }
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
    /// The keys of a request with their values; a text alone is its path.
    fileprivate func partsOfRequest() throws(SourceError) -> [(name: String, value: YAMLValue)] {
        guard isMapping else { return [("path", self)] }
        return try YAMLMapping(self).pairs.map { ($0.key, $0.value) }
    }

    /// The first text, at any depth, that holds a word; nil: none does.
    fileprivate func firstText(with word: String) -> YAMLValue? {
        switch node {
        case .scalar(let scalar): return scalar.string.contains(word) ? self : nil
        case .sequence(let items):
            for (index, item) in items.enumerated() {
                let inner = YAMLValue(node: item, path: "\(path)[\(index)]", reading: reading)
                if let found = inner.firstText(with: word) { return found }
            }
            return nil
        case .mapping(let members):
            for member in members {
                let path = "\(path).\(member.key.scalar?.string ?? "")".shortened(to: 80)
                let inner = YAMLValue(node: member.value, path: path, reading: reading)
                if let found = inner.firstText(with: word) { return found }
            }
            return nil
        case .alias: return nil
        }
    }
}
