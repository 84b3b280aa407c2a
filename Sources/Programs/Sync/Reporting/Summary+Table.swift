internal import LarderLedger
internal import LarderModel
internal import LarderProtocol

extension Summary {
    private static let shown = 5

    var table: String {
        return (["", state, ""] + kindLines + [""] + resultLines + wayOnLines).joined(separator: "\n")
    }

    private var state: String {
        if jobs.open > 0 { return "Stopped with work left" }
        if jobs.deadCount > 0 { return "Finished, with dead jobs" }
        if hasBrokenLists { return "Finished, with a list that breaks off or is none" }
        return findings.isLess ? "Finished, with less than expected" : "Finished"
    }

    private func row(_ name: String, _ value: String) -> String { "  " + name.padded(14) + value }

    private var kindLines: [String] {
        let heading =
            "  " + "kind".padded(14) + "done".leftPadded(10) + "unchanged".leftPadded(11) + "from cache".leftPadded(12)
            + "retries".leftPadded(9) + "dead".leftPadded(7)
        return [heading]
            + JobKind.allCases.compactMap { kind in
                guard let counts = tally.kinds[kind], counts.done + counts.dead + counts.retries > 0 else { return nil }
                return "  " + kind.name.padded(14) + counts.done.grouped.leftPadded(10)
                    + counts.notModified.grouped.leftPadded(11) + counts.fromCache.grouped.leftPadded(12)
                    + counts.retries.grouped.leftPadded(9) + counts.dead.grouped.leftPadded(7)
            }
    }

    private var resultLines: [String] {
        var lines = [row("items", items)]
        if findings.listed + findings.listedBefore > 0 {
            let before = findings.listedBefore > 0 ? "; \(findings.listedBefore.grouped) in the sync before" : ""
            lines.append(row("lists", "\(findings.listed.counted("place")) named\(before)"))
        }
        if content.rejectedPictures > 0 {
            let count = content.rejectedPictures.counted("picture")
            lines.append(row("pictures", "\(count) cannot be shown; `coordinator status\(intoOption)` names some"))
        }
        if jobs.missingPictures > 0 {
            let count = jobs.missingPictures.counted("picture")
            let advice = "`coordinator status\(intoOption)` names some"
            lines.append(row("pictures", "\(count) of other hosts could not be fetched; \(advice)"))
        }
        if content.partial.count > 0 { lines.append(row("partial", content.partial.sentence)) }
        if content.leftOut.count > 0 { lines.append(row("left out", content.leftOut.sentence)) }
        if content.attachments > 0 {
            let count = content.attachments.counted("file")
            lines.append(row("files", "\(count) of items named in `attachment`, not downloaded"))
        }
        lines += findings.broken.map {
            row("in part", "a list of \($0) breaks off or is none, so none of its items is gone")
        }
        lines += findings.nothing.map { row("nothing", $0) }
        lines += findings.held.map { row("kept", $0) }
        if content.gone > 0 {
            let both = content.goneBoth > 0 ? " (\(Self.sentence(both: content.goneBoth)))" : ""
            let count = content.gone.counted("item")
            lines.append(row("gone", "\(count) that the source no longer has\(both); they stay readable"))
        }
        lines += findings.notAsked.prefix(Self.shown).map { row("not asked", $0) }
        lines += [row("fetched", fetched), row("time", time)]
        lines += findings.plans.map { row("plan", $0) }
        return lines + [row("larder", larder)] + noteLines
            + outcome.troubled.prefix(Self.shown).map { row("worker", $0) }
    }

    private var time: String {
        "\(elapsed.spoken), \(itemsPerSecond.rounded1) items/s"
            + (outcome.firstItem.map { ", first item after \($0.spoken)" } ?? "")
    }

    private var noteLines: [String] {
        var lines = tally.notes.sorted { $0.key < $1.key }.prefix(Self.shown).map { note, count in
            row("note", count > 1 ? "\(note) (\(count.grouped) times)" : note)
        }
        let further = tally.notes.count - Self.shown
        // The tally stores a limited number of different notes and does not count further ones.
        let isCut = tally.notes.count >= Tally.maxNotes
        if further > 0 { lines.append(row("", "and \(isCut ? "at least " : "")\(further.grouped) more")) }
        return lines
    }

    private var wayOnLines: [String] {
        if jobs.open > 0 {
            let due = outcome.nextTry.map { [row("", "the next of them that waits is due in \($0.spoken)")] } ?? []
            let failure = outcome.firstFailure.map { ["the first failure: \($0)"] } ?? []
            let reasons = outcome.held.isEmpty ? failure : outcome.held
            return [row("left", "\(jobs.open.counted("job")); nothing is lost")]
                + reasons.prefix(Self.shown).map { row("", $0) } + due + [row("next", again)]
        }
        guard jobs.deadCount > 0 else {
            return [row("next", "coordinator \(look ?? "serve" + intoOption), or open catalog.sqlite in your app")]
        }
        if let look, jobs.deadCount == 1, !findings.nothing.isEmpty {
            // The page itself, whose failure stands above.
            return [row("next", "\(deadJobsAdvice); or coordinator \(look)")]
        }
        let isCut = jobs.deadCount > max(1, jobs.dead.count)
        return ["", "  \(jobs.deadCount.counted("dead job"))" + (isCut ? ", the first of them:" : ":")]
            + jobs.dead.flatMap { job in
                let reason = "\(job.code ?? "unknown"): \(job.message ?? "no reason was recorded")"
                return ["    \(job.urn)", "      \(reason) (tries: \(max(job.errors, job.crashes)))"]
            }
            + [row("next", "\(deadJobsAdvice); or coordinator why\(intoOption) URN")]
    }

    private var items: String {
        let changes = tally.changes
        let (recipes, articles) = (content.recipes, content.articles)
        let isSame = jobs.open == 0 && changes.isEmpty && recipes + articles > 0
        let isAllNew = changes.newCount(of: .recipe) >= recipes && changes.newCount(of: .article) >= articles
        func change(_ kind: RecordKind) -> String { isAllNew ? "" : changes.summary(of: kind) }
        return "\(recipes.counted("recipe"))\(change(.recipe)), \(articles.counted("article"))\(change(.article)), "
            + content.pictures.counted("picture")
            + (content.both > 0 ? "; \(Self.sentence(both: content.both))" : "")
            + (isSame ? "; no item is new or changed" : "")
    }

    private var deadJobsAdvice: String {
        // Pages that `get` fetched have no file, and `retry` leaves them out.
        guard look == nil else { return "the same command" }
        let retry = "the same command, or coordinator retry\(intoOption) before it to try them alone"
        let faults = jobs.dead.count { $0.isFaultOfFile }
        guard faults > 0 else { return retry }
        return faults == jobs.deadCount
            ? "mend the source's file as said above, then the same command"
            : "mend the source's file where that is said, then " + retry
    }

    private static func sentence(both: Int) -> String {
        "\(both.counted("page")) \(both == 1 ? "is" : "are") both a recipe and an article"
    }

    var fetched: String {
        if tally.requests == 0 {
            let hasFailed = tally.kinds.contains { $0.key.jobClass == .fetch && $0.value.dead + $0.value.retries > 0 }
            if hasFailed, tally.fromCache > 0 {
                return "nothing; \(tally.fromCache.counted("answer")) from cache, and what was asked for failed"
            }
            if hasFailed, tally.unusable > 0 {
                return tally.unusable == 1
                    ? "1 answer, which could not be used"
                    : "\(tally.unusable.grouped) answers, none of which could be used"
            }
            if hasFailed { return "nothing; every request failed" }
            return jobs.open > 0 ? "nothing yet" : "nothing; no request was needed"
        }
        if tally.bodies == 0, tally.fromCache > 0 {
            return
                "no body in \(tally.requests.counted("request")): \(tally.notModified.counted("answer")) 304 Not "
                + "Modified, \(tally.fromCache.grouped) from cache (\(tally.wireBytes.bytes) of headers)"
        }
        if tally.bodies == 0, tally.notModified == 0 {
            return
                "no body: "
                + (tally.requests == 1 ? "the only answer" : "none of \(tally.requests.grouped) answers")
                + " could \(tally.requests == 1 ? "not " : "")be used (\(tally.wireBytes.bytes) of headers)"
        }
        if tally.bodies == 0 {
            return
                "no body: "
                + "\(tally.requests == 1 ? "the only answer was" : "all \(tally.requests.grouped) answers were") "
                + "304 Not Modified (\(tally.wireBytes.bytes) of headers)"
        }
        return
            "\(tally.bodies.counted("body", many: "bodies")), \(tally.wireBytes.bytes) in "
            + "\(tally.requests.counted("request"))"
            + (tally.notModified > 0 ? ", \(tally.notModified.grouped) unchanged (304)" : "")
            + (tally.fromCache > 0 ? ", \(tally.fromCache.grouped) from cache" : "")
    }
}
