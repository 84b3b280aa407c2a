package import LarderLedger
package import LarderModel
internal import LarderProtocol

/// What a run did, in one table.
struct Summary: Sendable {
    var tally: Tally
    var elapsed: Duration
    var firstItem: Duration?
    var larder: String
    /// `--into DIR` as it has to be typed, or nothing.
    var intoOption: String
    /// What the synced sources have in the catalog.
    var recipes: Int
    var articles: Int
    var pictures: Int
    /// Those of the pictures that cannot be shown.
    var rejectedPictures = 0
    /// Items of which only a list says something.
    var partial = PartialItems()
    /// Items that their source lists no more.
    var gone = 0
    /// Pages that are a recipe and an article, each of which is counted.
    var both = 0
    /// Those of them that their source lists no more.
    var goneBoth = 0
    var open: Int
    /// When the next job is due that waits for another try.
    var nextTry: Duration?
    /// Why work is left though nobody stopped the run.
    var held: [String] = []
    var deadJobs: Int
    var dead: [JobReport]
    /// Workers that could not work at some time, with their hosts and reasons.
    var troubled: [String] = []
    /// The command that goes on.
    var again: String

    /// For each source that no list or page of this run named anything of, a sentence that says so and why it may be.
    var nothingFound: [String] = []
    /// For each feed that was not asked, a sentence that says until when.
    var notAsked: [String] = []
    /// How what was planned of each source compares with what it took.
    var plans: [String] = []

    /// Notes that are shown.
    private static let shownNotes = 5

    private var items: Int { tally.items.count }
    private var seconds: Double { max(0.001, elapsed / .seconds(1)) }

    /// For people.
    var table: String {
        var lines: [String] = [""]
        func row(_ name: String, _ value: String) { lines.append("  " + name.padded(14) + value) }
        lines.append(open > 0 ? "Stopped with work left" : deadJobs > 0 ? "Finished, with dead jobs" : "Finished")
        lines.append("")
        lines.append(
            "  " + "kind".padded(14) + "done".leftPadded(10) + "unchanged".leftPadded(11) + "from cache".leftPadded(12)
                + "retries".leftPadded(9) + "dead".leftPadded(7)
        )
        for kind in JobKind.allCases {
            guard let counts = tally.kinds[kind], counts.done + counts.dead + counts.retries > 0 else { continue }
            lines.append(
                "  " + kind.name.padded(14) + counts.done.grouped.leftPadded(10)
                    + counts.notModified.grouped.leftPadded(11)
                    + counts.fromCache.grouped.leftPadded(12) + counts.retries.grouped.leftPadded(9)
                    + counts.dead.grouped.leftPadded(7)
            )
        }
        lines.append("")
        row("items", holdings)
        if rejectedPictures > 0 {
            row(
                "pictures",
                "\(rejectedPictures.counted("picture")) cannot be shown; `coordinator status\(intoOption)` names some"
            )
        }
        if partial.count > 0 { row("partial", partial.sentence) }
        for sentence in nothingFound { row("nothing", sentence) }
        if gone > 0 {
            row(
                "gone",
                "\(gone.counted("item")) that the source lists no more\(goneBoth > 0 ? " (\(Self.told(both: goneBoth)))" : ""); they stay readable"
            )
        }
        for sentence in notAsked.prefix(5) { row("not asked", sentence) }
        row("fetched", fetched)
        row(
            "time",
            "\(elapsed.spoken), \((Double(items) / seconds).rounded1) items/s"
                + (firstItem.map { ", first item after \($0.spoken)" } ?? "")
        )
        for sentence in plans { row("plan", sentence) }
        row("larder", larder)
        for (note, count) in tally.notes.sorted(by: { $0.key < $1.key }).prefix(Self.shownNotes) {
            row("note", count > 1 ? "\(note) (\(count.grouped) times)" : note)
        }
        let notes = tally.notes.count - Self.shownNotes
        // Of more than are kept it is not known how many there are.
        let isCut = tally.notes.count >= Tally.maxNotes
        if notes > 0 { row("", "and \(isCut ? "at least " : "")\(notes.grouped) more") }
        for worker in troubled.prefix(5) { row("worker", worker) }
        if open > 0 {
            row("left", "\(open.counted("job")); nothing is lost")
            for reason in held.prefix(5) { row("", reason) }
            if let nextTry { row("", "the next of them that waits is due in \(nextTry.spoken)") }
            row("next", again)
        } else if deadJobs > 0 {
            lines.append("")
            lines.append(
                "  \(deadJobs.counted("dead job"))" + (deadJobs > max(1, dead.count) ? ", the first of them:" : ":")
            )
            for job in dead {
                lines.append("    \(job.urn)")
                lines.append(
                    "      \(job.code ?? "unknown"): \(job.message ?? "no reason was recorded") (tries: \(max(job.errors, job.crashes)))"
                )
            }
            row("next", "\(wayOn); or coordinator why\(intoOption) URN")
        } else {
            row(
                "next",
                "coordinator status\(intoOption), or open catalog.sqlite in your app"
            )
        }
        return lines.joined(separator: "\n")
    }

    /// What the sources have, and what of it this run brought or changed.
    private var holdings: String {
        let changes = tally.changes
        let isSame = open == 0 && changes.isEmpty && recipes + articles > 0
        let isAllNew = changes.newCount(of: .recipe) >= recipes && changes.newCount(of: .article) >= articles
        func told(_ kind: RecordKind) -> String { isAllNew ? "" : changes.told(of: kind) }
        return "\(recipes.counted("recipe"))\(told(.recipe)), \(articles.counted("article"))\(told(.article)), "
            + pictures.counted("picture") + (both > 0 ? "; \(Self.told(both: both))" : "")
            + (isSame ? "; no item is new or changed" : "")
    }

    /// What to do about the dead jobs.
    private var wayOn: String {
        let retry = "coordinator retry\(intoOption), then the same command"
        let faults = dead.count { $0.isFaultOfFile }
        guard faults > 0 else { return retry }
        return faults == deadJobs
            ? "mend the source's file as said above, then the same command"
            : "mend the source's file where that is said, then the same command; for the others " + retry
    }

    private static func told(both: Int) -> String {
        "\(both.counted("page")) \(both == 1 ? "is" : "are") both a recipe and an article"
    }

    private var fetched: String {
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
            return open > 0 ? "nothing yet" : "nothing; no request was needed"
        }
        if tally.bodies == 0, tally.fromCache > 0 {
            return
                "no body in \(tally.requests.counted("request")): \(tally.notModified.counted("answer")) 304 Not Modified, "
                + "\(tally.fromCache.grouped) from cache (\(tally.wireBytes.bytes) of headers)"
        }
        if tally.bodies == 0 {
            return
                "no body: \(tally.requests == 1 ? "the only answer was" : "all \(tally.requests.grouped) answers were") 304 Not Modified (\(tally.wireBytes.bytes) of headers)"
        }
        return
            "\(tally.bodies.counted("body", many: "bodies")), \(tally.wireBytes.bytes) in \(tally.requests.counted("request"))"
            + (tally.notModified > 0 ? ", \(tally.notModified.grouped) unchanged (304)" : "")
            + (tally.fromCache > 0 ? ", \(tally.fromCache.grouped) from cache" : "")
    }

    /// For programs.
    var json: String {
        JSONWriter.text {
            $0.object { line in
                line.member("event", "summary")
                line.member("finished", open == 0)
                line.member("done", tally.done)
                line.member("unchanged", tally.notModified)
                line.member("from_cache", tally.fromCache)
                line.member("retries", tally.retries)
                line.member("dead", deadJobs)
                line.member("left", open)
                line.member("recipes", recipes)
                line.member("articles", articles)
                line.member("both", both)
                line.member("recipes_new", tally.changes.newCount(of: .recipe))
                line.member("recipes_changed", tally.changes.changedCount(of: .recipe))
                line.member("articles_new", tally.changes.newCount(of: .article))
                line.member("articles_changed", tally.changes.changedCount(of: .article))
                line.member("pictures", pictures)
                line.member("pictures_rejected", rejectedPictures)
                line.member("partial", partial.count)
                line.member("gone", gone)
                line.member("requests", tally.requests)
                line.member("bodies", tally.bodies)
                line.member("bytes", tally.wireBytes)
                line.member("seconds", elapsed / .seconds(1))
                line.member("items_per_second", Double(items) / seconds)
                line.member("larder", larder)
                // Not finite, it is written as null.
                line.member("seconds_to_first_item", firstItem.map { $0 / .seconds(1) } ?? .nan)
                line.member("troubled_workers", strings: troubled)
                line.member("held", strings: held)
                line.member("nothing_found", strings: nothingFound)
                line.member("not_asked", strings: notAsked)
                line.member("plans", strings: plans)
                line.key("dead_jobs")
                line.array(dead) { $0.object($1, withTries: true) }
            }
        }
    }
}

extension JSONWriter {
    /// Writes what is told of a dead job.
    package mutating func object(_ job: JobReport, withTries: Bool) {
        object {
            $0.member("urn", job.urn.description)
            $0.member("code", job.code ?? "")
            $0.member("message", job.message ?? "")
            if withTries { $0.member("tries", max(job.errors, job.crashes)) }
        }
    }
}
