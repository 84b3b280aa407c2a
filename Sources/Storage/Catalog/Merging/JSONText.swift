import GRDB

/// JSON written by hand: what the catalog keeps in its JSON columns is always valid, whatever a source says.
enum JSONText {
    /// Values nested deeper are kept as a string, for SQLite's JSON functions have limits that vary by version.
    static let maxDepth = 100

    static func quoted(_ text: String) -> String {
        var result = "\""
        result.reserveCapacity(text.utf8.count + 2)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    static func array(_ texts: [String]) -> String {
        "[" + texts.map(quoted).joined(separator: ",") + "]"
    }

    static func object(_ numbers: [String: Int64]) -> String {
        let members = numbers.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return "{" + members.map { quoted($0.key) + ":" + String($0.value) }.joined(separator: ",") + "}"
    }

    /// An object of the fields in their fixed order; of several with one name, the last is kept.
    static func object(_ fields: [ExtraField], in db: Database) throws -> String? {
        guard !fields.isEmpty else { return nil }
        var members: [String] = []
        let ordered = fields.inOrder
        for (index, field) in ordered.enumerated() {
            if index + 1 < ordered.count, ordered[index + 1].name.utf8.elementsEqual(field.name.utf8) { continue }
            let isValue = try depth(of: field.json) <= maxDepth && isJSON(field.json, in: db)
            members.append(quoted(field.name) + ":" + (isValue ? field.json : quoted(field.json)))
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    private static func isJSON(_ text: String, in db: Database) throws -> Bool {
        try Bool.fetchOne(db.cachedStatement(sql: "SELECT json_valid(?)"), arguments: [text]) ?? false
    }

    /// How deep brackets nest outside strings.
    private static func depth(of text: String) -> Int {
        var depth = 0
        var deepest = 0
        var inString = false
        var escaped = false
        for byte in text.utf8 {
            if inString {
                if escaped {
                    escaped = false
                } else if byte == UInt8(ascii: "\\") {
                    escaped = true
                } else if byte == UInt8(ascii: "\"") {
                    inString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): inString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return deepest
    }
}
