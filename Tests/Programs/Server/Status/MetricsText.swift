import Testing

/// Metrics in the text format of Prometheus, version 0.0.4, as a monitor reads them.
struct MetricsText {
    struct Sample: Hashable {
        var name: String
        var labels: [String: String]
        var value: Double
    }

    struct Fault: Error { let line: Substring }

    private(set) var samples: [Sample] = []
    private(set) var types: [String: String] = [:]
    private(set) var helps: Set<String> = []

    init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw Fault(line: "the end") }
        for line in text.split(separator: "\n") {
            if line.hasPrefix("# HELP ") {
                let parts = line.dropFirst(7).split(separator: " ", maxSplits: 1)
                guard parts.count == 2, helps.insert(String(parts[0])).inserted else { throw Fault(line: line) }
            } else if line.hasPrefix("# TYPE ") {
                let parts = line.dropFirst(7).split(separator: " ")
                guard parts.count == 2, ["counter", "gauge", "histogram"].contains(parts[1]),
                    types.updateValue(String(parts[1]), forKey: String(parts[0])) == nil
                else { throw Fault(line: line) }
            } else {
                samples.append(try Self.sample(line))
            }
        }
        guard Set(samples.map { [$0.name: $0.labels.description] }).count == samples.count || areDistinct else {
            throw Fault(line: "a series that is there twice")
        }
    }

    private var areDistinct: Bool {
        Set(samples.map { Series(name: $0.name, labels: $0.labels) }).count == samples.count
    }

    private struct Series: Hashable {
        var name: String
        var labels: [String: String]
    }

    private static func sample(_ line: Substring) throws -> Sample {
        let name = line.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        var rest = line[name.endIndex...]
        var labels: [String: String] = [:]
        if rest.first == "{" {
            repeat {
                rest = rest.dropFirst()
                let label = rest.prefix { $0.isASCII && ($0.isLetter || $0 == "_") }
                rest = rest[label.endIndex...]
                guard !label.isEmpty, rest.hasPrefix("=\"") else { throw Fault(line: line) }
                rest = rest.dropFirst(2)
                labels[String(label)] = try value(&rest, line)
            } while rest.first == ","
            guard rest.first == "}" else { throw Fault(line: line) }
            rest = rest.dropFirst()
        }
        guard !name.isEmpty, rest.first == " ",
            let value = Double(rest.dropFirst() == "+Inf" ? "inf" : rest.dropFirst())
        else { throw Fault(line: line) }
        return Sample(name: String(name), labels: labels, value: value)
    }

    /// The value of a label up to its quotation mark, which is taken too.
    private static func value(_ rest: inout Substring, _ line: Substring) throws -> String {
        var value = String.UnicodeScalarView()
        var scalars = rest.unicodeScalars
        while let scalar = scalars.popFirst(), scalar != "\"" {
            guard scalar == "\\" else {
                value.append(scalar)
                continue
            }
            switch scalars.popFirst() {
            case "n": value.append("\n")
            case "\\": value.append("\\")
            case "\"": value.append("\"")
            default: throw Fault(line: line)
            }
        }
        rest = Substring(scalars)
        return String(value)
    }

    /// The name that a sample's help and type are told under.
    func family(of sample: Sample) -> String {
        for ending in ["_bucket", "_sum", "_count"] where sample.name.hasSuffix(ending) {
            let name = String(sample.name.dropLast(ending.count))
            if types[name] == "histogram" { return name }
        }
        return sample.name
    }

    func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        samples.first { $0.name == name && $0.labels == labels }?.value
    }
}
