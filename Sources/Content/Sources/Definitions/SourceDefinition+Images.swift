internal import LarderModel

extension SourceDefinition {
    /// Reads `images`: a truth value, or a mapping with the widths of the smaller pictures.
    mutating func readImages(_ value: YAMLValue) throws(SourceError) {
        guard value.isMapping else {
            images.areWanted = try value.boolean()
            return
        }
        let mapping = try YAMLMapping(value)
        try mapping.requireKeys(["widths"])
        guard let value = mapping["widths"] else { return }
        let items = try value.list()
        guard (1...8).contains(items.count) else {
            throw value.error(
                .outOfRange,
                "\(value.name) has \(items.count) entries; 1 to 8 are allowed. Without pictures, write `images: false`."
            )
        }
        var widths: Set<Int> = []
        for item in items { widths.insert(try item.integer(16...8_192)) }
        images.widths = widths.sorted()
    }
}
