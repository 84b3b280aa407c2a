internal import LarderModel

/// Times and servings in the words of a page: a label with the value behind it or on the next line.
struct PageFacts {
    private(set) var prepMinutes: Int?
    private(set) var cookMinutes: Int?
    private(set) var totalMinutes: Int?
    private(set) var servings: SchemaYield?

    init() {}

    /// Reads lines.
    ///
    /// - Parameter heading: What the heading of the ingredients says besides, which may be "for 4 people".
    init(_ lines: [PageLine], heading: String?) {
        for (index, line) in lines.enumerated() where line.text.utf8.count <= 160 && !line.role.contains(.aside) {
            let text = line.line.lowercased()
            guard let label = FactWords.label(text) else { continue }
            var value = text.utf8.contains(where: \.isASCIIDigit) ? text : nil
            if value == nil, let next = lines[(index + 1)...].prefix(2).first(where: { $0.line.utf8.count > 1 }),
                next.text.utf8.count <= 60, next.text.utf8.contains(where: \.isASCIIDigit)
            {
                value = next.line.lowercased()
            }
            if let value { take(label, value) }
        }
        if servings == nil, let heading, heading.utf8.contains(where: \.isASCIIDigit) {
            servings = SchemaYield(text: heading)
        }
    }

    private mutating func take(_ label: FactWords.Label, _ value: String) {
        switch label {
        case .prep: prepMinutes = prepMinutes ?? FactWords.minutes(value, after: label)
        case .cook: cookMinutes = cookMinutes ?? FactWords.minutes(value, after: label)
        case .total: totalMinutes = totalMinutes ?? FactWords.minutes(value, after: label)
        case .servings:
            guard servings == nil, value.utf8.count <= 60, case let yield = SchemaYield(text: value),
                let number = yield.number,
                number <= 1_000
            else { return }
            servings = yield
        }
    }
}

/// The labels of times and servings.
enum FactWords {
    enum Label: CaseIterable {
        case total
        case prep
        case cook
        case servings
    }

    /// What a line in lower case is about.
    static func label(_ line: String) -> Label? {
        let bytes = Array(line.utf8.drop { $0 == 0x20 })
        for (words, label) in table {
            for word in words where bytes.starts(with: word) { return label }
        }
        return nil
    }

    /// The minutes that stand behind a label; nil for no time.
    static func minutes(_ line: String, after label: Label) -> Int? {
        let digits = line.drop { !$0.isASCII || !$0.isNumber }
        let value = String(digits.prefix(40))
        guard value.contains(where: \.isLetter) || value.contains(":") else { return nil }
        return SchemaTimes.minutes(.string(value))
    }

    private static let table: [([[UInt8]], Label)] = [
        (
            [
                "total time", "total:", "ready in", "time:", "gesamtzeit", "gesamt:", "fertig in", "temps total",
                "durée totale",
                "tempo totale", "tiempo total", "tempo total", "totale tijd", "totaltid", "total tid", "tid i alt",
                "łączny czas",
                "celkový čas", "összes idő", "toplam süre", "общее время", "время приготовления", "kokonaisaika",
            ], .total
        ),
        (
            [
                "prep time", "preparation time", "prep:", "active time", "hands-on time", "vorbereitung",
                "vorbereitungszeit",
                "arbeitszeit", "zubereitungszeit", "temps de préparation", "préparation :", "préparation:",
                "tempo di preparazione",
                "preparazione:", "tiempo de preparación", "tempo de preparo", "voorbereidingstijd", "bereidingstijd",
                "forberedelsestid", "förberedelse", "czas przygotowania", "čas přípravy", "hazırlık",
            ], .prep
        ),
        (
            [
                "cook time", "cooking time", "cook:", "bake time", "baking time", "kochzeit", "backzeit", "garzeit",
                "koch-/backzeit", "temps de cuisson", "cuisson :", "cuisson:", "tempo di cottura", "cottura:",
                "tiempo de cocción", "tempo de cozimento", "kooktijd", "oventijd", "tilberedningstid", "tillagningstid",
                "czas gotowania", "pişirme",
            ], .cook
        ),
        (
            [
                "serves", "servings", "serving size", "yield", "yields", "makes", "portionen", "portions",
                "für wie viele",
                "pour combien", "nombre de personnes", "porzioni", "dosi per", "raciones", "ración para", "porciones",
                "comensales",
                "porções", "rendimento", "rendement", "personen", "aantal personen", "porties", "portioner",
                "porsjoner", "annoksia",
                "porcje", "liczba porcji", "počet porcí", "porcií", "adag", "porții", "kaç kişilik", "порций",
                "количество порций",
                "für 1 ", "für 2 ", "für 3 ", "für 4 ", "für 6 ", "für 8 ", "pour 1 ", "pour 2 ", "pour 4 ", "pour 6 ",
                "pour 8 ",
                "per 2 persone", "per 4 persone", "per 6 persone", "para 4 personas",
            ], .servings
        ),
    ].map { words, label in (words.map { Array($0.utf8) }, label) }
}
