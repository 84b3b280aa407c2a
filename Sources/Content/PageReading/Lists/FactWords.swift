enum FactWords {
    /// What a label is about.
    enum Label {
        case total, prep, cook, servings
    }

    /// What a line in lower case is about, and what it says behind the label; nil for a line that begins with no label.
    static func label(_ line: String) -> (label: Label, rest: Substring)? {
        let bytes = line.utf8.drop { $0 == 0x20 }
        guard let first = bytes.first else { return nil }
        for (word, label) in table[Int(first)] where bytes.starts(with: word) {
            let rest = Substring(bytes.dropFirst(word.count))
            // "Preparation" is a label in "Preparation 20 min" and none in "preparations".
            if let next = rest.unicodeScalars.first, next.properties.isAlphabetic { continue }
            return (label, rest)
        }
        return nil
    }

    /// Whether a line in any case begins as a label does, as most lines do not.
    static func mayBeginWithLabel(_ line: String) -> Bool {
        var bytes = line.utf8.makeIterator()
        var first = bytes.next()
        while first == 0x20 { first = bytes.next() }
        guard let first, let second = bytes.next() else { return false }
        // Letters outside of ASCII have other bytes in lower case.
        guard first < 0x80, second < 0x80 else { return true }
        return beginnings[Int(first.lowerASCII) << 7 | Int(second.lowerASCII)]
    }

    /// Whether a label begins with two bytes of ASCII, by both.
    private static let beginnings: [Bool] = {
        var beginnings = [Bool](repeating: false, count: 1 << 14)
        for (word, _) in table.joined() where word.count > 1 && word[0] < 0x80 && word[1] < 0x80 {
            beginnings[Int(word[0]) << 7 | Int(word[1])] = true
        }
        return beginnings
    }()

    /// Whether a line in lower case says how long something takes.
    static func isTime(_ line: String) -> Bool {
        guard line.utf8.count <= 60, let (label, rest) = label(line), label != .servings else { return false }
        return rest.drop { !$0.isLetter && !$0.isNumber }.first?.isNumber ?? false
    }

    /// The labels by their first byte, longer ones first.
    private static let table: [[(word: [UInt8], label: Label)]] = {
        let all = words.flatMap { label, list in list.listItems.map { (word: Array($0.utf8), label: label) } }
            .sorted { $0.word.count > $1.word.count }
        return (0..<256).map { byte in all.filter { Int($0.word[0]) == byte } }
    }()

    private static let words: KeyValuePairs<Label, String> = [
        .total: """
        total time|total|ready in|time|takes|gesamtzeit|gesamt|fertig in|dauer|zeit|temps total|durée totale|durée|temps|
        tempo totale|tempo|tiempo total|tiempo|totale tijd|tijd|totaltid|total tid|tid i alt|tid|łączny czas|czas|
        celkový čas|čas|összes idő|toplam süre|süre|общее время|время приготовления|kokonaisaika|timp total|χρόνος
        """,
        .prep: """
        prep time|preparation time|preparation|prep|active time|hands-on time|hands on time|vorbereitungszeit|vorbereitung|
        arbeitszeit|zubereitungszeit|zubereitung|temps de préparation|préparation|tempo di preparazione|preparazione|
        tiempo de preparación|preparación|tempo de preparo|preparo|voorbereidingstijd|voorbereiding|bereidingstijd|
        forberedelsestid|forberedelse|arbejdstid|förberedelse|czas przygotowania|przygotowanie|čas přípravy|příprava|
        hazırlama süresi|hazırlık
        """,
        .cook: """
        cook time|cooking time|cooking|cook|bake time|baking time|bake|kochzeit|backzeit|garzeit|koch-/backzeit|kochen|backen|
        temps de cuisson|cuisson|tempo di cottura|cottura|tiempo de cocción|cocción|tempo de cozimento|cozimento|kooktijd|
        oventijd|tilberedningstid|steketid|tillagningstid|czas gotowania|gotowanie|čas vaření|pişirme süresi|pişirme
        """,
        .servings: """
        serves|servings|serving size|serving|yield|yields|makes|portionen|portion|portions|nombre de personnes|
        nombre de portions|porzioni|dosi per|persone|raciones|ración para|porciones|comensales|porções|rendimento|rende|serve|
        rendement|personen|personnes|aantal personen|porties|portioner|porsjoner|annoksia|porcje|liczba porcji|počet porcí|
        počet porcií|adag|porții|kaç kişilik|порций|количество порций|für|pour|per|para
        """,
    ]

    /// Words behind a number of people or portions.
    static let portions: Set<String> = [
        "servings", "serving", "people", "persons", "portionen", "portion", "portions", "personen", "personnes",
        "personne", "pers", "persone", "porzioni", "personas", "raciones", "porciones", "pessoas", "porções", "porties",
        "portioner", "personer", "porsjoner", "annosta", "porcji", "porcje", "osób", "porcí", "porcie", "porcií",
        "adag", "fő", "porții", "kişilik", "порций", "порции", "порція", "персони", "μερίδες", "servings.", "pers.",
    ]
}
