internal import LarderModel

/// The keys that say what the items are, and those of `kind: json`.
extension SourceDefinition {
    static var siteKeys: [DefinitionKey<SourceDefinition>] {
        let site = DefinitionKey<SourceDefinition>.value("site", \.site, .choice).writtenIf { $0.site != .auto }
        return [
            site.of(.all.subtracting([.json])).help("`recipe`, `article`", standard: "`auto`"),
            site.of([.json]).help("`recipe` or `article`: what items are", standard: "`auto`"),
        ]
    }

    /// The keys of `kind: json`.
    static var mappingKeys: [DefinitionKey<SourceDefinition>] { mappingListKeys + mappingItemKeys }

    private static var mappingListKeys: [DefinitionKey<SourceDefinition>] {
        [
            .value("max-pages", \.mapped.paging.maxPages, .integer(1...1_000_000)).of([.json])
                .writtenIf { $0.mapped.paging.maxPages != SourceMapping.defaultMaxPages }
                .help("pages of one list", standard: "10,000"),
            mapped("list") { mapping, value throws(SourceError) in
                mapping.list = try SourceMapping.Request(value, SourceMapping.Request.listKeys)
            }
            .holding(SourceMapping.Request.listKeys.map(\.name), example: "{path: /items}")
            .help("a path, or `{path, params, headers, method, body}`", standard: "the base itself"),
            mapped("queries-from") { mapping, value throws(SourceError) in
                mapping.queryList = try SourceMapping.QueryList(value)
            }
            .help("`{path, params, items}`: a request whose answer names the queries"),
            mapped("items") { mapping, value throws(SourceError) in mapping.items = try value.pointers() }
                .help("the items: an array, or with `/*` what it goes over", standard: "the whole answer"),
            mapped("paging") { mapping, value throws(SourceError) in try mapping.paging.read(value) }
                .holding(SourceMapping.Paging.keyNames, example: "{page: page}")
                .help("how the list goes on, see below", standard: "`none`"),
        ]
    }

    private static var mappingItemKeys: [DefinitionKey<SourceDefinition>] {
        [
            mapped("detail") { mapping, value throws(SourceError) in
                mapping.detail = try SourceMapping.Detail(value)
            }
            .holding(["item", "unless"], example: "{path: \"/items/{id}\"}")
            .help("`{path, params, headers, item, unless}`: the request for one item by its `{id}`"),
            mapped("fields") { mapping, value throws(SourceError) in mapping.fields = try MappedFields(value) }
                .holding(MappedFields.Name.all.map(\.rawValue), example: "{id: /id, title: /title}")
                .help("see below", standard: "required"),
            mapped("error") { mapping, value throws(SourceError) in
                mapping.error = try SourceMapping.ErrorRules(value, &mapping.paging.endCodes)
            }
            .holding(SourceMapping.ErrorRules.keys, example: "{when: {/status: error}}")
            .help("`{when, message, code, end}`: what stands in an error whose status is 200"),
            mapped("since") { mapping, value throws(SourceError) in mapping.since = try SourceMapping.Since(value) }
                .holding(SourceMapping.Since.keys, example: "{param: since, from: /updated_at}")
                .help("`{param, from, overlap}`: later syncs ask, with `param`, for items changed since"),
        ]
    }

    /// A key of `kind: json`, which is written as it was read.
    private static func mapped(
        _ name: String,
        read: @escaping (inout SourceMapping, YAMLValue) throws(SourceError) -> Void
    ) -> DefinitionKey<SourceDefinition> {
        DefinitionKey(
            name: name,
            kinds: [.json],
            read: { definition, value throws(SourceError) in
                try read(&definition.mapped, value)
                definition.mapped.written[name] = try value.flowText()
            },
            write: { $0.mapping?.written[name] }
        )
    }

    /// The mapping, which is there as soon as one of its keys is.
    private var mapped: SourceMapping {
        get { mapping ?? SourceMapping() }
        set { mapping = newValue }
    }
}
