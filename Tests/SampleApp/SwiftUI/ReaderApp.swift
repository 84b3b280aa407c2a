// A reader in SwiftUI for iOS 18 and macOS 15, for an app's target that links Larder and LarderAttributedText. It is
// not part of the sample's package, as Linux has no SwiftUI.
import Larder
import LarderAttributedText
import SwiftUI

@main
struct ReaderApp: App {
    @Environment(\.scenePhase) private var phase
    @State private var larder: Larder?
    @State private var problem = ""

    var body: some Scene {
        WindowGroup {
            NavigationStack {
                if let larder { CardList(larder: larder) } else { Text(problem) }
            }
            .task {
                let folder = URL.applicationSupportDirectory.appending(path: "larder", directoryHint: .isDirectory)
                do { larder = try await Larder(readingFrom: folder) } catch { problem = error.localizedDescription }
            }
            .onChange(of: phase) { phase == .background ? larder?.suspendChanges() : larder?.resumeChanges() }
        }
    }
}

/// Recipes that follow a sync, or what a search finds while a person types.
struct CardList: View {
    let larder: Larder
    @State private var cards: [RecipeCard] = []
    @State private var limit = 60
    @State private var text = ""
    @State private var session: SearchSession?
    @State private var hits: [SearchHit]?

    var body: some View {
        List {
            if let hits {
                ForEach(hits) { Row(id: $0.id, title: $0.title.highlighted, note: $0.source, picture: $0.picture) }
            } else {
                ForEach(cards) { card in
                    Row(id: card.id, title: AttributedString(card.title), note: card.publisher, picture: card.picture)
                        .onAppear { if card.id == cards.last?.id, cards.count == limit { limit += 60 } }
                }
            }
        }
        .navigationDestination(for: String.self) { RecipeDetail(larder: larder, urn: $0) }
        .searchable(text: $text)
        .onChange(of: text) { session?.search(text) }
        .task(id: limit) {
            let values = larder.values { [limit] in try $0.recipeCards(limit: limit, pixelWidth: 240).rows }
            do { for try await rows in values { cards = rows } } catch {}  // The list stays as it is.
        }
        .task {
            let session = larder.titleSearch(filter: SearchFilter(kind: .recipe))
            self.session = session
            for await answer in session.answers { hits = answer.text.isEmpty ? nil : answer.hits }
        }
    }
}

struct Row: View {
    let id: String, title: AttributedString, note: String?, picture: ShownPicture?

    var body: some View {
        NavigationLink(value: id) {
            Picture(picture: picture).frame(width: 80, height: 60).clipped()
            VStack(alignment: .leading) {
                Text(title).font(.headline)
                Text(note ?? "").font(.caption)
            }
        }
    }
}

/// The picture's file, and until that is drawn its mean colour; `pixels(maxSide:)` of the hash has a blurred preview.
struct Picture: View {
    let picture: ShownPicture?

    var body: some View {
        let mean = picture?.thumbHash?.averageColor
        AsyncImage(url: picture?.file) { image in
            image.resizable()
        } placeholder: {
            Color(red: mean?.red ?? 0.9, green: mean?.green ?? 0.9, blue: mean?.blue ?? 0.9)
        }
        .aspectRatio(picture?.aspectRatio ?? 1.5, contentMode: .fit)
    }
}

struct RecipeDetail: View {
    let larder: Larder, urn: String
    @State private var recipe: RecipeItem?
    @State private var blocks: [TextBlock] = []
    @State private var known: [URL: String] = [:]
    @State private var linked: String?

    var body: some View {
        let open = OpenURLAction { url in
            linked = known[url]
            return linked == nil ? .systemAction : .handled
        }
        ScrollView {
            LazyVStack(alignment: .leading, spacing: 12) {
                if let picture = recipe?.pictures.main { Picture(picture: picture) }
                ForEach(Array((recipe?.ingredients ?? []).enumerated()), id: \.offset) { Text("• \($1.text)") }
                ForEach(blocks) { BlockView(block: $0, picture: recipe?.body?.picture(of: $0)) }
            }
        }
        .navigationTitle(recipe?.title ?? "")
        .navigationDestination(item: $linked) { RecipeDetail(larder: larder, urn: $0) }
        .environment(\.openURL, open)
        .task {
            do {
                for try await item in larder.values({ [urn] in try $0.recipe(urn) }) {
                    (recipe, blocks) = (item, item?.body?.blocks ?? [])
                    let urls = item?.body?.text.links.compactMap { URL(string: $0.url) } ?? []
                    known = try await larder.read { try $0.items(at: urls) }
                }
            } catch {}
        }
    }
}

struct BlockView: View {
    let block: TextBlock, picture: ShownPicture?

    var body: some View {
        switch block.kind {
        case .heading(let level): Text(block.text).font(level < 3 ? .title2 : .headline)
        case .listItem(let depth, _, let marker):
            Text(AttributedString(marker + " ") + block.text).padding(.leading, 16 * CGFloat(depth))
        case .picture(let shown):
            Picture(picture: picture).accessibilityLabel(shown.attachment.alternative ?? "")
            Text(shown.caption ?? "").font(.caption)
        case .table(let table):
            ForEach(table.rows, id: \.self) { Text($0.map { String($0.text.characters) }.joined(separator: " | ")) }
        case .paragraph, .code, .media, .frame: Text(block.text)
        }
    }
}

extension MarkedText {
    var highlighted: AttributedString {
        marks.reduce(into: AttributedString(text)) { result, mark in
            if let range = Range(mark, in: result) { result[range].inlinePresentationIntent = .stronglyEmphasized }
        }
    }
}
