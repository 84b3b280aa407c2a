/// A parsed HTML document: a tree in flat arrays, which no reader needs recursion to walk.
///
/// It has the tree that browsers build by the WHATWG standard. It never changes; copies share their storage.
///
///     let document = HTMLDocument(parsing: bytes)
///     for link in document.elements(named: .a) {
///         print(document.value(of: .href, on: link) ?? "", document.textContent(of: link))
///     }
///
/// Text and attribute values are ranges (``TextRange``) into ``sourceBytes`` or ``decodedBytes``.
public struct HTMLDocument: Sendable {
    /// How the doctype makes browsers lay the page out.
    public enum QuirksMode: UInt8, Sendable {
        /// By the standards.
        case noQuirks
        /// Like the standards but for the height of lines in table cells.
        case limitedQuirks
        /// Like browsers of the 1990s: the doctype is missing or old.
        case quirks
    }

    /// The parts of a doctype.
    public struct Doctype: Hashable, Sendable {
        /// In lower case, `html` on most pages; empty if there is none.
        public var name: String
        /// The public identifier.
        public var publicID: String?
        /// The system identifier.
        public var systemID: String?
    }

    @usableFromInline let nodes: [NodeRecord]
    @usableFromInline let attributeRecords: [HTMLAttribute]
    @usableFromInline let names: NameTable

    /// The input as valid UTF-8 without byte order mark, each CR LF or CR turned into LF.
    ///
    /// Shares the storage of the parsed array if nothing had to be changed.
    public let sourceBytes: [UInt8]

    /// Text that is not in the source as it should be read, in UTF-8: decoded references, repaired and joined texts.
    public let decodedBytes: [UInt8]

    /// The doctype, if there is one.
    public let doctype: Doctype?

    /// ``QuirksMode/noQuirks`` for a fragment.
    public let quirksMode: QuirksMode

    /// The scripting flag the document was parsed with.
    public let scripting: Bool

    /// Whether an end tag of the body or the document was read; false for a fragment.
    public let hasBodyEnd: Bool

    /// The limits that parsing reached; empty on any page not made to reach them.
    public let reachedLimits: ReachedLimits

    /// Parses UTF-8 and never fails: a byte order mark is dropped, bytes that are no UTF-8 become U+FFFD.
    ///
    /// - Parameter scripting: The scripting flag of the standard: whether `noscript` holds raw text.
    public init(parsing bytes: [UInt8], limits: ParserLimits = .init(), scripting: Bool = false) {
        let input = InputText(bytes, maxBytes: limits.maxInputBytes)
        var builder = TreeBuilder(input: input, limits: limits, scripting: scripting)
        builder.run(input.bytes.span)
        self.init(builder, source: input.bytes)
    }

    /// Parses a document from a string, otherwise as ``init(parsing:limits:scripting:)``.
    public init(parsing text: String, limits: ParserLimits = .init(), scripting: Bool = false) {
        self.init(parsing: Array(text.utf8), limits: limits, scripting: scripting)
    }

    /// Parses a fragment, as setting `innerHTML` does; its nodes are the children of ``root``.
    ///
    /// - Parameters:
    ///   - context: The local name of the element around the fragment, in lower case but for SVG's own names.
    ///   - namespace: The namespace of that element.
    public static func fragment(
        parsing bytes: [UInt8],
        context: String = "body",
        namespace: Namespace = .html,
        limits: ParserLimits = .init(),
        scripting: Bool = false
    ) -> HTMLDocument {
        let input = InputText(bytes, maxBytes: limits.maxInputBytes)
        var builder = TreeBuilder(input: input, limits: limits, scripting: scripting)
        builder.startFragment(context: Array(context.utf8), namespace: namespace)
        builder.run(input.bytes.span)
        return HTMLDocument(builder, source: input.bytes)
    }

    private init(_ builder: TreeBuilder, source: [UInt8]) {
        nodes = builder.nodes
        attributeRecords = builder.tokenizer.attributes
        names = builder.tokenizer.names
        decodedBytes = builder.tokenizer.decoded
        sourceBytes = source
        doctype = builder.doctype
        quirksMode = builder.quirksMode
        hasBodyEnd = builder.hasBodyEnd
        reachedLimits = builder.reachedLimits
        scripting = builder.scripting
    }
}
