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

    @usableFromInline let storage: Storage

    @inlinable var nodes: [NodeRecord] { storage.nodes }
    @inlinable var attributeRecords: [HTMLAttribute] { storage.attributeRecords }

    /// The input as valid UTF-8 without byte order mark, each CR LF or CR turned into LF.
    ///
    /// Shares the storage of the parsed array if nothing had to be changed.
    @inlinable public var sourceBytes: [UInt8] { storage.sourceBytes }

    /// Text that is not in the source as it should be read, in UTF-8: decoded references, repaired and joined texts.
    @inlinable public var decodedBytes: [UInt8] { storage.decodedBytes }

    /// The doctype, if there is one.
    public var doctype: Doctype? { storage.doctype }

    /// ``QuirksMode/noQuirks`` for a fragment.
    public var quirksMode: QuirksMode { storage.quirksMode }

    /// The scripting flag the document was parsed with.
    public var scripting: Bool { storage.scripting }

    /// Whether an end tag of the body or the document was read; false for a fragment.
    public var hasBodyEnd: Bool { storage.hasBodyEnd }

    /// The limits that parsing reached; empty on any page not made to reach them.
    public var reachedLimits: ReachedLimits { storage.reachedLimits }

    /// Parses UTF-8 and never fails: a byte order mark is dropped, bytes that are no UTF-8 become U+FFFD.
    ///
    /// - Parameter scripting: The scripting flag of the standard: whether `noscript` holds raw text.
    public init(parsing bytes: [UInt8], limits: ParserLimits = .init(), scripting: Bool = false) {
        let input = InputText(bytes, maxBytes: limits.maxInputBytes)
        var builder = TreeBuilder(input: input, limits: limits, scripting: scripting)
        input.bytes.withSpan { builder.run($0) }
        storage = Storage(builder, source: input.bytes)
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
        input.bytes.withSpan { builder.run($0) }
        return HTMLDocument(Storage(builder, source: input.bytes))
    }

    private init(_ storage: Storage) { self.storage = storage }
}

extension HTMLDocument {
    /// What copies of a document share, so that one is copied in one word wherever a reader stores or lends it.
    @usableFromInline final class Storage: Sendable {
        @usableFromInline let nodes: [NodeRecord]
        @usableFromInline let attributeRecords: [HTMLAttribute]
        let names: NameTable
        @usableFromInline let sourceBytes: [UInt8]
        @usableFromInline let decodedBytes: [UInt8]
        let doctype: Doctype?
        let quirksMode: QuirksMode
        let scripting: Bool
        let hasBodyEnd: Bool
        let reachedLimits: ReachedLimits

        init(_ builder: TreeBuilder, source: [UInt8]) {
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
}
