package import LarderModel

/// A place in a JSON value: RFC 6901 with two additions.
///
/// | pointer | the place |
/// | --- | --- |
/// | `/a/b~1c/0` | the first element of the member `b/c` of `a` |
/// | `/a/*` | every element of the array `a`, or every member of the object `a` |
/// | `/a/-` | the last element of the array `a` |
/// | the empty text | the value itself |
/// | `$key` | the name under which an object held the value |
package struct JSONPointer: Sendable, Hashable {
    package enum Step: Sendable, Hashable {
        /// A member of that name, or the element at that place.
        case name(String)
        case every
    }

    /// A value and the name under which an object held it; nil: no object did.
    package struct Found: Sendable {
        package let value: JSONValue
        package let key: String?

        package init(value: JSONValue, key: String? = nil) {
            self.value = value
            self.key = key
        }
    }

    package static let maxSteps = 32

    package let steps: [Step]
    /// Whether it stands for the name instead of the value.
    package let isKey: Bool

    package static let whole = JSONPointer(steps: [], isKey: false)

    private init(steps: [Step], isKey: Bool) {
        self.steps = steps
        self.isKey = isKey
    }

    /// Nil: the text is no pointer.
    package init?(_ text: String) {
        isKey = text == "$key"
        guard !text.isEmpty, !isKey else {
            steps = []
            return
        }
        guard text.utf8.first == UInt8(ascii: "/") else { return nil }
        let words = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        guard words.count <= Self.maxSteps else { return nil }
        steps = words.map { word in
            word == "*"
                ? .every : .name(String(word.replacing("~1", with: "/").replacing("~0", with: "~")))
        }
    }

    package var text: String {
        guard !isKey else { return "$key" }
        return steps.map { step in
            switch step {
            case .name(let name): "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
            case .every: "/*"
            }
        }.joined()
    }

    /// The first step's name; nil for `*`, `$key` and the value itself.
    package var topName: String? {
        guard case .name(let name)? = steps.first else { return nil }
        return name
    }

    package func prefix(_ count: Int) -> JSONPointer {
        JSONPointer(steps: Array(steps.prefix(max(0, count))), isKey: false)
    }

    /// What stands there, in the order of the value; below a `*` also nil for each element that lacks the rest.
    package func found(in root: Found) -> [Found?] {
        if isKey { return [root.key.map { Found(value: .string($0)) }] }
        var places: [Found?] = [root]
        for step in steps {
            switch step {
            case .name(let name):
                for index in places.indices {
                    guard let place = places[index] else { continue }
                    places[index] = place.value.child(name).map { Found(value: $0, key: place.key) }
                }
            case .every:
                places = places.flatMap { place -> [Found?] in
                    switch place?.value {
                    case .array(let items)?: items.map { Found(value: $0, key: place?.key) }
                    case .object(let members)?: members.map { Found(value: $0.value, key: $0.name) }
                    default: [nil]
                    }
                }
            }
        }
        return places
    }

    package func value(in root: JSONValue) -> JSONValue? {
        found(in: Found(value: root)).firstNonNil { $0?.value }
    }
}

extension [JSONPointer] {
    /// What `read` makes of the first of these places where it makes something.
    package func first<Result>(in root: JSONValue, _ read: (JSONValue) -> Result?) -> Result? {
        for pointer in self {
            if let result = pointer.value(in: root).flatMap(read) { return result }
        }
        return nil
    }
}

extension JSONValue {
    /// A member by its name, or an element by its place from 0; `-` is the last one.
    fileprivate func child(_ name: String) -> JSONValue? {
        guard case .array(let items) = self else { return self[name] }
        if name == "-" { return items.last }
        guard name.utf8.count <= 9, name.utf8.allSatisfy(\.isASCIIDigit), let index = Int(name),
            items.indices.contains(index)
        else { return nil }
        return items[index]
    }

    /// Whether it is empty: null, white space, an empty array or object.
    package var isBlank: Bool {
        switch self {
        case .null: true
        case .string(let text): text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        case .array(let items): items.isEmpty
        case .object(let members): members.isEmpty
        case .boolean, .number: false
        }
    }
}
