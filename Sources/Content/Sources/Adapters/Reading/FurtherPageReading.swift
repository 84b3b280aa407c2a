package import LarderModel
package import LarderSourceDefinitions

/// Reads a further page of an item's article: its HTML becomes a part of the item's text.
package enum FurtherPageReading {
    /// Finds the text job of all pages so far.
    ///
    /// A page that the site does not give out is no failure: the text ends before it, and a note says so.
    package static func read(
        _ answer: SourceAnswer,
        work: PageWork,
        definition: SourceDefinition
    ) throws(ReadFailure) -> SourceReading {
        var builder = EffectBuilder(definition: definition, answer: answer, version: 0)
        let rules = builder.rules()
        switch rules.meaning {
        case .badRequest, .notFound, .refused, .paymentRequired, .legallyRefused, .noContent:
            note("status \(answer.status)", work, in: &builder)
            return builder.finished()
        default: if let failure = rules.statusFailure("the page") { throw failure }
        }
        guard !answer.body.isEmpty, let digest = answer.bodyDigest else {
            throw rules.failure(.retryable, .unreadable, "the page is empty.")
        }
        // For too high a number, sites redirect to the first page or to the front page.
        guard !answer.isMoved else {
            note("it redirects to another page", work, in: &builder)
            return builder.finished()
        }
        let type = answer.contentType ?? ""
        guard PageReading.isHTML(answer) else {
            note("no HTML but \(type.shortened(to: 60))", work, in: &builder)
            return builder.finished()
        }
        // The pages of an article lie on one host: if another host answered, the asked address stays.
        let host = work.earlier.first.flatMap { WebAddress($0.url) }?.hostPort
        let final = answer.finalURL.flatMap { WebAddress($0)?.hostPort == host ? $0 : nil }
        let page = CachedPage(
            url: final ?? answer.redactedURL,
            digest: digest,
            contentType: type,
            askedURL: final.map { _ in answer.redactedURL }
        )
        if let text = text(of: work.earlier + [page], work, definition) { builder.add(text) }
        return builder.finished()
    }

    /// The job for the text that pages make; nil: there are none.
    package static func text(of pages: [CachedPage], _ work: PageWork, _ definition: SourceDefinition) -> FoundJob? {
        guard let own = pages.first else { return nil }
        let text = textWork(own, further: Array(pages.dropFirst()), work, definition)
        return FoundJob(spec: JobSpec(source: definition.name, work: .text(text)))
    }

    static func textWork(
        _ page: CachedPage,
        further: [CachedPage] = [],
        _ work: PageWork,
        _ definition: SourceDefinition
    ) -> TextWork {
        TextWork(
            itemURN: work.itemURN,
            digest: page.digest,
            contentType: page.contentType,
            baseURL: page.url,
            role: .body,
            isWholePageWanted: definition.text.isWholePageWanted,
            further: further,
            freshSince: work.freshSince,
            askedURL: page.askedURL
        )
    }

    /// Notes that the page cannot be had, and finds the text of the pages before it.
    private static func note(_ reason: String, _ work: PageWork, in builder: inout EffectBuilder) {
        let notes = FurtherPageNotes.missing(
            reason,
            page: work.earlier.count + 1,
            at: builder.answer.redactedURL,
            of: work.itemURN,
            source: builder.definition.name
        )
        for note in notes { builder.note(.furtherPageMissing, note.message, of: note.urn) }
        if let text = text(of: work.earlier, work, builder.definition) { builder.add(text) }
    }
}

/// Notes that an article's text ends before a further page: one for the whole source, one with the addresses.
package enum FurtherPageNotes {
    /// A page that cannot be had, or is none of the article's.
    package static func missing(
        _ reason: String,
        page number: Int,
        at url: String,
        of urn: String,
        source: String
    ) -> [JobNote] {
        notes(
            .furtherPageMissing,
            "\(source) names further pages of articles that cannot be had",
            "Page \(number), \(url.shortened(to: 400)), cannot be had (\(reason)): the text ends before it.",
            urn
        )
    }

    /// A page at another host or with another scheme, which is not followed.
    package static func elsewhere(_ url: String, article: String, of urn: String, source: String) -> [JobNote] {
        notes(
            .furtherPageElsewhere,
            "\(source) has articles that go on at another host or with another scheme, where they are not followed",
            "\(article.shortened(to: 400)) goes on at \(url.shortened(to: 400)), another host or scheme: "
                + "the text ends before it.",
            urn
        )
    }

    private static func notes(_ code: NoteCode, _ ofAll: String, _ ofOne: String, _ urn: String) -> [JobNote] {
        [
            JobNote(code: code.rawValue, message: ofAll),
            JobNote(code: code.rawValue, message: ofOne, urn: urn),
        ]
    }
}
