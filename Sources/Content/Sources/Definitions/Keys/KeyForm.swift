internal import LarderModel

/// The form of a key's value: how it is read, checked and written.
struct KeyForm<Value> {
    /// The allowed values in the documentation's words; empty: no range.
    var range = ""
    var read: (YAMLValue) throws(SourceError) -> Value
    /// The value as YAML; nil: it is not written.
    var write: (Value) -> String? = { _ in nil }
}

extension KeyForm {
    /// A form that one method reads.
    init(_ method: @escaping (YAMLValue) -> () throws(SourceError) -> Value) {
        self.init(read: { value throws(SourceError) in try method(value)() })
    }

    /// A word of an API, which may have more than the documented ones.
    static func apiWord<List>() -> Self where Value == APIWord<List> {
        Self(
            read: { value throws(SourceError) in
                let word = Value(rawValue: try value.word(max: 60))
                if !word.isKnown {
                    let known = Value.known.map(\.rawValue).joined(separator: ", ")
                    value.warn("the value is not one of the documented ones (\(known)); it is sent as it is")
                }
                return word
            },
            write: { SourceDefinition.quoted($0.rawValue) }
        )
    }
}

extension KeyForm<Int> {
    static func integer(_ range: ClosedRange<Int>) -> Self {
        Self(
            range: "; \(range.lowerBound.grouped) to \(range.upperBound.grouped)",
            read: { value throws(SourceError) in try value.integer(range) },
            write: { String($0) }
        )
    }
}

extension KeyForm<Duration> {
    static func duration(_ range: ClosedRange<Duration>) -> Self {
        Self(
            range: ", \(DurationText.text(range.lowerBound)) to \(DurationText.text(range.upperBound))",
            read: { value throws(SourceError) in try value.duration(range) },
            write: { DurationText.text($0) }
        )
    }
}

extension KeyForm<Bool> {
    static var boolean: Self {
        Self(read: { value throws(SourceError) in try value.boolean() }, write: { "\($0)" })
    }
}

extension KeyForm where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    static var choice: Self {
        Self(read: { value throws(SourceError) in try value.choice(of: Value.self) }, write: { $0.rawValue })
    }
}

extension KeyForm<String> {
    /// A text with a check of its own.
    static func text(_ read: @escaping (YAMLValue) throws(SourceError) -> String) -> Self {
        Self(read: read, write: SourceDefinition.quoted)
    }
}

extension KeyForm<[String]> {
    /// At most 1,000 words, each once.
    static var words: Self {
        Self(
            range: ", at most 1,000",
            read: { value throws(SourceError) in try value.words() },
            write: SourceDefinition.yamlList
        )
    }

    static func list(_ read: @escaping (YAMLValue) throws(SourceError) -> [String]) -> Self {
        Self(read: read, write: SourceDefinition.yamlList)
    }
}

extension KeyForm<[WebAddress]> {
    /// Addresses, which may be relative to the base, each once.
    static var addresses: Self {
        addresses(range: ", at most 1,000") { value throws(SourceError) in
            try value.items { item throws(SourceError) in try item.address() }.unique()
        }
    }

    static func addresses(
        range: String = "",
        _ read: @escaping (YAMLValue) throws(SourceError) -> [WebAddress]
    ) -> Self {
        Self(range: range, read: read, write: { SourceDefinition.yamlList($0.map(\.description)) })
    }
}

extension KeyForm<[AddressPattern]> {
    static var patterns: Self {
        Self(
            range: ", at most 200",
            read: { value throws(SourceError) in
                try value.items(0...200, of: "patterns") { item throws(SourceError) in
                    let text = try item.word(max: AddressPattern.maxBytes)
                    do throws(PatternError) {
                        return try AddressPattern(text, base: item.reading.base)
                    } catch {
                        throw item.error(.outOfRange, "The pattern \"\(text.shortened(to: 60))\" \(error.reason).")
                    }
                }.unique()
            },
            write: { SourceDefinition.yamlList($0.map(\.text)) }
        )
    }
}

extension YAMLValue {
    func warn(_ message: String) {
        reading.warnings.append(error(.outOfRange, "\(name): \(message).").description)
    }
}
