package import LarderModel

/// A value below an item that is no object: a text, a number, a truth value or a list.
package struct JSONLeaf: Sendable {
    /// A JSON Pointer from the item.
    package let pointer: String
    /// The last name of the pointer.
    package let name: String
    package let value: JSONValue
}

extension JSONValue {
    /// The leaves of an object, by levels; objects at the last level are left out.
    package func leaves(maxDepth: Int) -> [JSONLeaf] {
        var leaves: [JSONLeaf] = []
        var level = [(pointer: "", value: self)]
        for _ in 0..<maxDepth {
            var next: [(pointer: String, value: JSONValue)] = []
            for (pointer, value) in level {
                for member in value.members ?? [] {
                    let place = pointer + "/" + member.name.pointerWord
                    if member.value.members != nil {
                        next.append((place, member.value))
                    } else {
                        leaves.append(JSONLeaf(pointer: place, name: member.name, value: member.value))
                    }
                }
            }
            level = next
        }
        return leaves
    }
}

extension JSONPointer {
    /// Whether the pointer leads to the place of another one, to a value round it or to a part of it.
    package func meets(_ other: JSONPointer) -> Bool {
        !isKey && zip(steps, other.steps).allSatisfy { $0 == $1 || $0 == .every || $1 == .every }
    }
}

extension String {
    /// A name as a word of a JSON Pointer (RFC 6901 §3).
    package var pointerWord: String { replacing("~", with: "~0").replacing("/", with: "~1") }
}
