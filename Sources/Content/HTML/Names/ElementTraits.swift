/// What the tree construction asks about an element, as one word of flags.
struct ElementTraits: OptionSet, Sendable {
    let rawValue: UInt32

    /// "Special" in the standard (13.2.4.2).
    static let special = ElementTraits(rawValue: 1)
    /// Ends the scope, whichever.
    static let scope = ElementTraits(rawValue: 1 << 1)
    /// Ends list item scope, with ``scope``.
    static let listScope = ElementTraits(rawValue: 1 << 2)
    /// Ends button scope, with ``scope``.
    static let buttonScope = ElementTraits(rawValue: 1 << 3)
    /// Ends table scope; also where clearing the stack back to a table context stops.
    static let tableScope = ElementTraits(rawValue: 1 << 4)
    /// Its end tag can be implied.
    static let impliedEnd = ElementTraits(rawValue: 1 << 5)
    /// A part of a table: no element inside a part ends it.
    static let tablePart = ElementTraits(rawValue: 1 << 6)
    static let formatting = ElementTraits(rawValue: 1 << 7)
    static let heading = ElementTraits(rawValue: 1 << 8)
    /// `table`, `tbody`, `tfoot`, `thead`, `tr`: what stands in them by mistake goes before the table.
    static let fosters = ElementTraits(rawValue: 1 << 9)
    static let tableSection = ElementTraits(rawValue: 1 << 10)
    static let cell = ElementTraits(rawValue: 1 << 11)
    static let template = ElementTraits(rawValue: 1 << 12)
    /// Puts a marker into the list of active formatting elements.
    static let marker = ElementTraits(rawValue: 1 << 13)
    static let svg = ElementTraits(rawValue: 1 << 14)
    static let mathML = ElementTraits(rawValue: 1 << 15)
    static let mathMLTextIntegrationPoint = ElementTraits(rawValue: 1 << 16)
    static let htmlIntegrationPoint = ElementTraits(rawValue: 1 << 17)

    static let foreign: ElementTraits = [.svg, .mathML]

    /// The traits of the known names in the HTML namespace, by id.
    static let html: [ElementTraits] = {
        var table = [ElementTraits](repeating: [], count: KnownNames.count + 1)
        let lists: [(ElementTraits, String)] = [
            (
                .special,
                """
                address applet area article aside base basefont bgsound blockquote body br button caption center col
                colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3
                h4 h5 h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav
                noembed noframes noscript object ol p param plaintext pre script search section select source style
                summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp
                """
            ),
            (.scope, "applet caption html table td th marquee object select template"),
            (.listScope, "ol ul"), (.buttonScope, "button"), (.tableScope, "html table template"),
            (.impliedEnd, "dd dt li optgroup option p rb rp rt rtc"),
            (.tablePart, "caption col colgroup tbody td tfoot th thead tr"),
            (.formatting, "a b big code em font i nobr s small strike strong tt u"),
            (.heading, "h1 h2 h3 h4 h5 h6"), (.fosters, "table tbody tfoot thead tr"),
            (.tableSection, "tbody tfoot thead"), (.cell, "td th"), (.template, "template"),
            (.marker, "applet object marquee template td th caption"),
        ]
        for (trait, names) in lists {
            for name in names.split(whereSeparator: \.isWhitespace) {
                guard let id = NameTable.known.find(Array(name.utf8)) else { continue }
                table[id.index].formUnion(trait)
            }
        }
        return table
    }()

    /// The traits of a name in a foreign namespace; `annotation-xml` can be an integration point too.
    static func foreign(_ name: NameID, _ namespace: Namespace) -> ElementTraits {
        switch namespace {
        case .html:
            return []
        case .mathML:
            switch name {
            case .mi, .mo, .mn, .ms, .mtext: return [.mathML, .special, .scope, .mathMLTextIntegrationPoint]
            case .annotationXml: return [.mathML, .special, .scope]
            default: return .mathML
            }
        case .svg:
            let isPoint = name == .desc || name == .title || name == ForeignTables.shared.foreignObject
            return isPoint ? [.svg, .special, .scope, .htmlIntegrationPoint] : .svg
        }
    }
}
