internal import Foundation
internal import LarderCatalog
internal import LarderModel
internal import LarderSourceDefinitions
internal import LarderSync

extension LarderCommands {
    package struct SourceCheck: Sendable {
        package var text: String
        package var faults: [String]
    }

    /// Source files with their defaults, and whether the variables of their keys and header fields are set.
    package static func check(
        _ names: [String],
        _ into: String,
        environment: [String: String],
        commands: [String] = []
    ) -> SourceCheck {
        var faults: [String] = []
        var definitions: [SourceDefinition] = []
        for source in SourceRegistry(larder: into, commands: commands).each(of: names) {
            switch source {
            case .success(let definition): definitions.append(definition)
            case .failure(let error): faults.append("\(error)")
            }
        }
        let texts = definitions.map { definition in
            var notes = definition.warnings.map { "# note: \($0)" }
            do throws(SourceError) {
                if try definition.apiKey(from: environment) != nil, let variable = definition.key?.environment {
                    notes.append("# key: \(variable) is set")
                }
            } catch {
                faults.append(error.description)
            }
            do throws(SourceError) {
                _ = try definition.withHeaders(from: environment)
            } catch {
                faults.append(error.description)
            }
            return (notes + [definition.yaml.trimmedEnd] + defaults(of: definition)).joined(separator: "\n") + "\n"
        }
        return SourceCheck(text: texts.joined(separator: "---\n"), faults: faults)
    }

    /// Defaults that depend on the host or the kind, as comments.
    private static func defaults(of definition: SourceDefinition) -> [String] {
        let place = definition.base.hostPort
        let pace = definition.pace(of: place)
        var lines: [String] = []
        let paces = [
            definition.politeness.concurrency == nil ? "concurrency: \(pace.concurrency)" : nil,
            definition.politeness.delay == nil ? "delay: \(DurationText.text(pace.delay))" : nil,
        ].compactMap(\.self)
        if !paces.isEmpty { lines.append("# politeness: {\(paces.joined(separator: ", "))}  # for \(place)") }
        if definition.identity.robots == nil {
            lines.append("# robots: \(definition.obeysRobots(of: place) ? "obey" : "ignore")  # for \(place)")
        }
        if definition.identity.userAgent == nil { lines.append("# user-agent: \(definition.identity.sentUserAgent)") }
        if definition.kind.hasSite, definition.site == .auto { lines.append("# site: auto") }
        if definition.kind == .sitemap, definition.sitemaps.files.isEmpty { lines.append("# sitemaps: auto") }
        if definition.limit == nil { lines.append("# limit: all") }
        if definition.identity.quota == nil { lines.append("# quota: any number of requests") }
        return lines.isEmpty ? [] : ["# By default:"] + lines
    }

    /// The sources that are built in, in files, and in the larder.
    package static func sourceList(_ into: String) async throws -> String {
        let registry = SourceRegistry(larder: into)
        var rows = try SourceRegistry.builtInNames.compactMap { name -> [String]? in
            guard let definition = try registry.builtIn(name)?.definition else { return nil }
            return [name, definition.kind.rawValue, definition.base.description, "built in"]
        }
        for path in registry.files {
            let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
            do {
                let definition = try registry.find(path).definition
                rows.append([name, definition.kind.rawValue, definition.base.description, path])
            } catch {
                let faults = "\(error)".split(separator: "\n")
                // The last line may tell how many faults there are besides.
                let isAll = (error as? SourceError)?.rest == nil
                let more = faults.count > 1 ? " (and \(isAll ? "\(faults.count - 1) " : "")more)" : ""
                rows.append([name, "-", "-", "cannot be used: \(faults.first ?? "")\(more)"])
            }
        }
        for stored in try await storedSources(into) {
            let counts = stored.counts
            let what = "in the larder: \(counts.recipes.counted("recipe")), \(counts.articles.counted("article"))"
            rows.append([stored.row.source.name, stored.row.source.kind, stored.base ?? "-", what])
        }
        let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return ([["name", "kind", "base", "where"]] + rows).map { row in
            zip(row, widths).map { $0.padded($1 + 1) }.joined(separator: " ") + " " + row[3]
        }.joined(separator: "\n")
            + "\n\nType `coordinator sources show NAME` for a file to edit, `coordinator NAME` to sync one."
    }

    /// A source as editable YAML: its file, or its definition with the defaults as comments.
    ///
    /// An unusable file does not hide a source: a shell empties the output file before this command reads it.
    package static func show(_ name: String, _ into: String) async throws -> String {
        let registry = SourceRegistry(larder: into)
        do {
            let found = try registry.find(name)
            guard found.path == nil else { return found.yaml.trimmedEnd }
            return editable(found.definition, found.isStored ? Self.storedOrigin : "built in")
        } catch {
            if let found = try registry.builtIn(name) { return editable(found.definition, "built in") }
            // A named file's error matters more than the larder's.
            let isFile = registry.knows(name) || fault(inSourceName: name) != nil
            guard let last = try isFile ? try? registry.stored(name) : registry.stored(name) else { throw error }
            return editable(last.definition, Self.storedOrigin)
        }
    }

    private static let storedOrigin = "as it was synced last"

    private static func editable(_ definition: SourceDefinition, _ origin: String) -> String {
        let plain = SourceDefinition(name: definition.name, kind: definition.kind, base: definition.base)
        let defaults = Set(plain.yaml.split(separator: "\n").dropFirst(3))
        let lines = definition.yaml.split(separator: "\n")
        let said = lines.filter { !defaults.contains($0) }
        let unsaid = lines.filter(defaults.contains).map { "# \($0)" }
        return
            ([
                "# The source \(definition.name), \(origin). Write this into a file, change it, and type: "
                    + "coordinator FILE.yaml"
            ] + said.map(String.init) + (unsaid.isEmpty ? [] : ["# The defaults of the other keys:"] + unsaid))
            .joined(separator: "\n")
    }

    private typealias StoredSource = (row: CatalogSource, base: String?, counts: CatalogCounts)

    private static func storedSources(_ into: String) async throws -> [StoredSource] {
        guard LarderStore.exists(into) else {
            if let refusal = LarderStore.refusal(of: into) { throw refusal }
            return []
        }
        return try await LarderStore.read(larder: into) { db in
            let catalog = CatalogReader(db)
            return try catalog.sources().map {
                ($0, try catalog.base(source: $0.id), try catalog.counts(source: $0.id))
            }
        }
    }
}

extension String {
    fileprivate var trimmedEnd: String {
        String(self[..<(lastIndex { !$0.isNewline }.map { index(after: $0) } ?? startIndex)])
    }
}
