import Foundation

/// Compares JSON with the schemas of the API's description: types, members and words.
struct SchemaCheck {
    let description: [String: Any]

    /// What is wrong with a value, with its place.
    func faults(_ value: Any, _ schema: [String: Any], _ place: String = "") -> [String] {
        if let name = schema["$ref"] as? String { return faults(value, resolved(name), place) }
        if let choices = schema["oneOf"] as? [[String: Any]] {
            let all = choices.map { faults(value, $0, place) }
            return all.contains([])
                ? [] : all.first { $0.count < 2 || !$0[0].hasSuffix("is no null") } ?? ["\(place) fits no choice"]
        }
        if let words = schema["enum"] as? [Any], !words.contains(where: { Self.isEqual($0, value) }) {
            return ["\(place) is \(value)"]
        }
        let types = (schema["type"] as? [String]) ?? [schema["type"] as? String].compactMap(\.self)
        guard types.isEmpty || types.contains(where: { Self.has(value, $0) }) else {
            return ["\(place) is no \(types.joined(separator: " or "))"]
        }
        if let items = value as? [Any], let one = schema["items"] as? [String: Any] {
            return items.enumerated().flatMap { faults($1, one, "\(place)[\($0)]") }
        }
        guard let object = value as? [String: Any], let members = schema["properties"] as? [String: Any] else {
            return []
        }
        let required = schema["required"] as? [String] ?? []
        let missing = required.filter { object[$0] == nil }.map { "\(place).\($0) is missing" }
        let unknown = object.keys.filter { members[$0] == nil }.map { "\(place).\($0) is not described" }
        let wrong = object.flatMap { name, member in
            (members[name] as? [String: Any]).map { faults(member, $0, "\(place).\(name)") } ?? []
        }
        return (missing + unknown + wrong).sorted()
    }

    private func resolved(_ reference: String) -> [String: Any] {
        let names = reference.split(separator: "/").dropFirst()
        return names.reduce(description) { $0[String($1)] as? [String: Any] ?? [:] }
    }

    private static func isEqual(_ left: Any, _ right: Any) -> Bool {
        left as? String == right as? String && (left is NSNull) == (right is NSNull)
    }

    private static func has(_ value: Any, _ type: String) -> Bool {
        switch type {
        case "null": value is NSNull
        case "string": value is String
        case "array": value is [Any]
        case "object": value is [String: Any]
        case "boolean": (value as? Bool) != nil
        case "integer": (value as? Double).map { $0 == $0.rounded() } ?? false
        default: value is Double
        }
    }
}
