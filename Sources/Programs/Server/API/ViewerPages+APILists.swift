internal import Foundation
internal import Larder
internal import LarderModel
internal import LarderViewer

/// The answers that have many items.
extension ViewerPages {
    /// What the API has.
    func apiStart() throws -> JSONWriter {
        let total = try selection(of: ListAddress()).count
        let revision = try reader.revision()
        return JSONWriter.object { start in
            start.member("name", "larder")
            start.member("version", "1.0.0")
            start.member("items", total)
            start.member("revision", String(revision))
            start.key("links")
            start.object { links in
                for name in ["items", "search", "sources", "facets", "changes", "syncs"] {
                    links.member(name, "\(APIRoutes.root)/\(name)")
                }
                links.member("description", "\(APIRoutes.root)/openapi.json")
                links.member("pages", "/")
            }
        }
    }

    /// A page of a list, as cards.
    func apiItems(_ list: ListAddress, limit: Int) throws -> JSONWriter {
        let selection = try selection(of: list)
        let items = try reader.listedItems(listed(list, selection, limit: limit))
        let pictures = try reader.pictures(items.compactMap(\.imageURN), pixelWidth: Self.apiCardWidth)
        let byURN = Dictionary(pictures.map { ($0.id, $0) }) { first, _ in first }
        return JSONWriter.object(capacity: 600 * items.count) { answer in
            answer.member("count", selection.count)
            answer.member("next", next("items", list, limit, selection.count))
            answer.objects("items", items) { card, item in
                card.member("urn", item.urn)
                card.member("kind", item.kind.rawValue)
                card.member("source", item.source)
                card.member("title", item.title)
                card.member("publisher", item.publisher)
                card.member("minutes", item.minutes)
                card.member("servings", item.servings)
                card.member("published", item.published)
                card.member("language", item.language)
                card.member("isGone", item.isGone)
                card.member("picture", item.imageURN.flatMap { byURN[$0] }.map(apiPicture))
                card.member("page", addresses.item(item.urn))
            }
        }
    }

    /// The width of pictures in lists, in pixels.
    private static var apiCardWidth: Int { 320 }

    private func next(_ name: String, _ list: ListAddress, _ limit: Int, _ count: Int) -> String? {
        guard list.page * limit < count else { return nil }
        let text = list.changed { $0.page = list.page + 1 }.text
        return "\(APIRoutes.root)/\(name)\(text)&limit=\(limit)"
    }

    /// What a search finds, with the places of its words.
    func apiSearch(_ list: ListAddress, limit: Int) throws -> JSONWriter {
        guard let query = list.query else {
            throw APIParameters.refused("Say what to search for: `q`.")
        }
        let selection = try selection(of: list)
        let hits =
            list.searchesTitles
            ? try reader.titles(matching: query, in: list, limit: limit, pixelWidth: Self.apiCardWidth)
            : try reader.hits(
                listed(list, selection, limit: limit),
                matching: query,
                opensFrom: list.opensWordsFrom,
                pixelWidth: Self.apiCardWidth
            )
        return JSONWriter.object { answer in
            answer.member("count", selection.count)
            answer.member("next", list.isTyping ? nil : next("search", list, limit, selection.count))
            answer.key("hits")
            answer.array(hits) { writer, hit in
                writer.object { write(hit, to: &$0) }
            }
        }
    }

    private func write(_ hit: SearchHit, to writer: inout JSONWriter) {
        writer.member("urn", hit.id)
        writer.member("kind", hit.kind.rawValue)
        writer.member("source", hit.source)
        writer.member("title", hit.title)
        writer.member("place", hit.snippet == nil ? nil : hit.place?.apiName)
        writer.member("step", hit.snippet == nil ? nil : hit.place?.step)
        writer.member("snippet", hit.snippet)
        writer.member("isGone", hit.isGone)
        writer.member("picture", hit.picture.map(apiPicture))
        writer.member("page", addresses.item(hit.id))
    }

    /// The sources with their counts.
    func apiSources() throws -> JSONWriter {
        func counts(_ kind: ItemKind) throws -> [String: Int] {
            let facets = try selection(of: ListAddress().changed { $0.kind = kind.rawValue }).facets(.source)
            return Dictionary(facets.map { ($0.value, $0.count) }) { first, _ in first }
        }
        let (recipes, articles) = try (counts(.recipe), counts(.article))
        let sources = try reader.latestSyncs()
        return JSONWriter.object { answer in
            answer.objects("sources", sources) { one, source in
                one.member("name", source.name)
                one.member("kind", source.kind)
                one.member("base", source.base)
                one.member("recipes", recipes[source.name] ?? 0)
                one.member("articles", articles[source.name] ?? 0)
                one.member("synced", source.finished)
            }
        }
    }

    /// How many items each choice of a filter would show.
    func apiFacets(_ list: ListAddress, limit: Int) throws -> JSONWriter {
        let selection = try selection(of: list)
        let groups: [(String, FilterField)] = [
            ("kinds", .kind), ("sources", .source), ("categories", .category), ("words", .word),
            ("languages", .language), ("times", .time),
        ]
        return JSONWriter.object { answer in
            answer.member("count", selection.count)
            answer.member("gone", selection.gone)
            for (name, field) in groups {
                answer.objects(name, selection.facets(field, limit: limit)) { choice, facet in
                    choice.member("value", facet.value)
                    choice.member("name", facet.name)
                    choice.member("count", facet.count)
                }
            }
        }
    }

    /// What syncs changed after a change.
    func apiChanges(after: Int64, limit: Int) throws -> JSONWriter {
        let changes = try reader.changes(after: after, limit: limit)
        let latest = try reader.latestChange()
        return JSONWriter.object { answer in
            answer.member("latest", latest)
            let last = changes.last.map(\.id) ?? latest
            answer.member("next", last < latest ? "\(APIRoutes.root)/changes?after=\(last)&limit=\(limit)" : nil)
            answer.objects("changes", changes) { one, change in
                one.member("id", change.id)
                one.member("item", change.item)
                one.member("title", change.title)
                one.member("kind", change.kind.rawValue)
                one.member("fields", strings: change.fields)
                one.member("sync", change.sync)
                one.member("source", change.source)
            }
        }
    }

    /// The latest syncs.
    func apiSyncs(limit: Int) throws -> JSONWriter {
        let syncs = try reader.syncs(limit: limit)
        return JSONWriter.object { answer in
            answer.objects("syncs", syncs) { one, sync in
                one.member("id", sync.id)
                one.member("source", sync.source)
                one.member("started", sync.started)
                one.member("finished", sync.finished)
                one.member("isWhole", sync.isWhole)
            }
        }
    }
}
