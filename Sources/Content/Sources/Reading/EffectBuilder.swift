import Foundation
internal import LarderModel
import LarderProtocol

/// Collects what one answer says.
struct EffectBuilder {
    let definition: SourceDefinition
    let answer: SourceAnswer
    let version: UInt32
    private(set) var reading = SourceReading()
    private var foundURNs: Set<String> = []
    private var omittedNotes = 0

    init(definition: SourceDefinition, answer: SourceAnswer, version: UInt32) {
        self.definition = definition
        self.answer = answer
        self.version = version
    }

    mutating func add(_ recipe: WireRecipe) { reading.effect.recipes.append(recipe) }
    mutating func add(_ article: WireArticle) { reading.effect.articles.append(article) }
    mutating func add(_ outlet: WireOutlet) { reading.effect.outlets.append(outlet) }

    /// Adds a job; one with the same URN that is there already stays alone.
    mutating func add(_ job: WireFoundJob) {
        guard foundURNs.insert("\(job.kind):\(job.key)").inserted else { return }
        reading.effect.found.append(job)
    }

    mutating func note(_ code: NoteCode, _ message: String) {
        guard reading.effect.notes.count < SourceLimits.maxNotes - 1 else {
            omittedNotes += 1
            return
        }
        var note = WireNote()
        note.code = code.rawValue
        note.message = message
        reading.effect.notes.append(note)
    }

    mutating func addProvenance(of urn: String) {
        var provenance = WireProvenance()
        provenance.recordUrn = urn
        provenance.url = answer.redactedURL
        provenance.fetchedAtMs = answer.fetchedAtMs
        provenance.validator = answer.validator
        provenance.digest = Data(answer.bodyDigest)
        provenance.readerVersion = version
        reading.effect.provenance.append(provenance)
    }

    /// Finds the picture behind an item's image URL; the URN, or an empty string where there is none.
    mutating func image(_ url: String, of title: String) -> String {
        let text = url.trimmedASCII
        guard !text.isEmpty else { return "" }
        // A relative image URL begins with a slash; any other word ("none", "N/A") is no URL.
        guard let address = WebAddress(text, relativeTo: text.hasPrefix("/") ? definition.base : nil) else {
            note(
                .badImageURL,
                "\"\(title.shortened(to: 80))\" has an image URL that is no web address: \(url.shortened(to: 200))"
            )
            return ""
        }
        let urn = Names.image(definition.name, address)
        if definition.images { add(FoundJobs.image(source: definition.name, urn: urn, address: address)) }
        return urn
    }

    /// Finds the item's web page.
    mutating func page(_ url: String, itemURN: String, title: String) {
        guard definition.pages, !url.trimmedASCII.isEmpty else { return }
        guard let address = WebAddress(url) else {
            note(
                .badPageURL,
                "\"\(title.shortened(to: 80))\" has a page URL that is no web address: \(url.shortened(to: 200))"
            )
            return
        }
        add(FoundJobs.page(source: definition.name, itemURN: itemURN, address: address))
    }

    /// Keeps a piece of HTML for its text.
    mutating func fragment(_ text: String, part: String, itemURN: String, baseURL: String) {
        guard Entities.isMarkup(text) else { return }
        reading.fragments.append(
            SourceReading.Fragment(
                bytes: Array(text.utf8),
                contentType: "text/html; charset=utf-8",
                textURN: Names.text(itemURN: itemURN, part: part),
                itemURN: itemURN,
                baseURL: baseURL
            )
        )
    }

    /// The reading, checked against ``SourceLimits/maxEffectBytes``.
    func finished() throws(ReadFailure) -> SourceReading {
        var reading = reading
        if omittedNotes > 0 {
            var note = WireNote()
            note.code = NoteCode.furtherNotes.rawValue
            note.message = "\(omittedNotes) further notes on \(answer.redactedURL) were left out."
            reading.effect.notes.append(note)
        }
        let size = EffectSize.bound(reading.effect)
        guard size <= SourceLimits.maxEffectBytes else {
            throw ReadFailure(
                .permanent,
                .tooLarge,
                "The records of \(answer.redactedURL) take \(size) bytes, more than the \(SourceLimits.maxEffectBytes) of one "
                    + "message. Ask for smaller pages with `page-size`."
            )
        }
        return reading
    }
}
