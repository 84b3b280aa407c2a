import Foundation
import Larder
func guide2(_ larder: Larder, _ folder: URL, _ link: URL) async throws {
#sourceLocation(file: "/work/main/Sources/Reading/Larder/Larder.docc/Larder.md", line: 11)
let larder = try await Larder(readingFrom: folder)
let page = try await larder.read { try $0.recipeCards(order: .rank, limit: 30) }
for card in page.rows { print(card.title, card.minutes ?? 0, card.picture?.file?.path() ?? "no picture") }
#sourceLocation()
}
func guide5(_ larder: Larder, _ folder: URL, _ link: URL) async throws {
#sourceLocation(file: "/work/main/Sources/Reading/Larder/Larder.docc/LiveLists.md", line: 10)
for try await cards in larder.values({ try $0.recipeCards(limit: 60).rows }) {
    print(cards.count)
    break
}
#sourceLocation()
}
func guide8(_ larder: Larder, _ folder: URL, _ link: URL) async throws {
#sourceLocation(file: "/work/main/Sources/Reading/Larder/Larder.docc/LiveLists.md", line: 24)
let old = try await larder.read { try $0.recipeCards(limit: 60).rows }
let new = try await larder.read { try $0.recipeCards(order: .newest, limit: 60).rows }
let batch = ListBatch(from: old, to: new)
print(batch.deletions, batch.insertions, batch.moves.count, batch.reloads)
#sourceLocation()
}
func guide11(_ larder: Larder, _ folder: URL, _ link: URL) async throws {
#sourceLocation(file: "/work/main/Sources/Reading/Larder/Larder.docc/LiveLists.md", line: 36)
let known = try await larder.read { try $0.latestChange() }
for try await _ in try await larder.changes() {
    let changes = try await larder.read { try $0.changes(after: known) }
    for change in changes { print(change.kind, change.title ?? change.item, change.fields) }
    break
}
#sourceLocation()
}
func guide14(_ larder: Larder, _ folder: URL, _ link: URL) async throws {
#sourceLocation(file: "/work/main/Sources/Reading/Larder/Larder.docc/Pictures.md", line: 10)
let page = try await larder.read { try $0.recipeCards(pixelWidth: 640) }
for card in page.rows {
    guard let picture = card.picture else { continue }
    let height = 320 / (picture.aspectRatio ?? 1.5)
    let placeholder = picture.thumbHash?.pixels(maxSide: 32)
    print(picture.file ?? "none", height, placeholder?.rgba.count ?? 0, picture.dominantColor ?? "")
}
#sourceLocation()
}
func guide17(_ larder: Larder, _ folder: URL, _ link: URL) async throws {
#sourceLocation(file: "/work/main/Sources/Reading/Larder/Larder.docc/Pictures.md", line: 23)
let picture = try await larder.read { try $0.picture("image:sample:1") }
switch picture.absence {
case nil: print("show \(picture.file!)")
case .notDownloaded: print("not here yet")
case .unusable(let code): print("cannot be shown: \(code)")
case .fileMissing: print("the next sync brings it back")
}
#sourceLocation()
}
func guide20(_ larder: Larder, _ folder: URL, _ link: URL) async throws {
#sourceLocation(file: "/work/main/Sources/Reading/Larder/Larder.docc/Search.md", line: 10)
let session = larder.titleSearch()
let answers = session.answers
session.type("choc")
for await answer in answers {
    for hit in answer.hits { print(hit.title.text, hit.title.marks.count) }
    session.finish()
}
#sourceLocation()
}
func guide23(_ larder: Larder, _ folder: URL, _ link: URL) async throws {
#sourceLocation(file: "/work/main/Sources/Reading/Larder/Larder.docc/Search.md", line: 22)
let hits = try await larder.read { try $0.items(matching: "garlic \"dark chocolate\"", limit: 20) }
for hit in hits {
    if let snippet = hit.snippet { print(snippet.marks.map { snippet.text[$0] }) }
}
#sourceLocation()
}
func guide26(_ larder: Larder, _ folder: URL, _ link: URL) async throws {
#sourceLocation(file: "/work/main/Sources/Reading/Larder/Larder.docc/YourFirstScreen.md", line: 10)
let larder = try await Larder(readingFrom: folder)
var filter = RecipeFilter()
filter.category = "Soups"
filter.maxMinutes = 30
let page = try await larder.read { [filter] in try $0.recipeCards(order: .rank, filter: filter) }
let next = try await larder.read { [filter] in try $0.recipeCards(order: .rank, filter: filter, after: page.next) }
print(page.rows.count, next.rows.count)
#sourceLocation()
}
func guide29(_ larder: Larder, _ folder: URL, _ link: URL) async throws {
#sourceLocation(file: "/work/main/Sources/Reading/Larder/Larder.docc/YourFirstScreen.md", line: 27)
let recipe = try await larder.read { try $0.recipe("recipe:sample:22526") }
for ingredient in recipe?.ingredients ?? [] { print(ingredient.text) }
for step in recipe?.steps ?? [] { print(step.text, recipe?.picture(of: step)?.file ?? "") }
for block in recipe?.body?.blocks ?? [] {
    switch block.kind {
    case .heading(let level): print(String(repeating: "#", count: level), block.text)
    case .picture(let picture): print(picture.attachment.alternative ?? "")
    default: print(block.text)
    }
}
#sourceLocation()
}
func guide32(_ larder: Larder, _ folder: URL, _ link: URL) async throws {
#sourceLocation(file: "/work/main/Sources/Reading/Larder/Larder.docc/YourFirstScreen.md", line: 43)
let target = try await larder.read { try $0.resolve(link) }
switch target {
case .inside(let urn): print("show \(urn)")
case .outside(let url): print("open \(url) in a browser")
case .unknown: break
}
#sourceLocation()
}
func guide35(_ larder: Larder, _ folder: URL, _ link: URL) async throws {
#sourceLocation(file: "/work/main/Sources/Reading/Larder/Larder.docc/YourFirstScreen.md", line: 56)
do {
    _ = try await Larder(readingFrom: folder)
} catch {
    print(error.errorDescription ?? "", error.recoverySuggestion ?? "")
}
#sourceLocation()
}
