package import LarderLedger
package import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters

/// The result of a run, as a table or JSON.
struct Summary: Sendable {
    struct Content: Sendable {
        var recipes: Int
        var articles: Int
        var pictures: Int
        var rejectedPictures = 0
        /// Items with only a list record.
        var partial = PartialItems()
        var leftOut = LeftOutAddresses()
        /// Files of items, which are named and not downloaded.
        var attachments = 0
        /// Items that their source no longer lists.
        var gone = 0
        /// Pages that are a recipe and an article; each of the two is counted.
        var both = 0
        /// Gone pages that are a recipe and an article.
        var goneBoth = 0
    }

    struct Remainder: Sendable {
        var open: Int
        var deadCount = 0
        var dead: [JobReport] = []
        /// Pictures on hosts of third parties that could not be fetched; they are not among the dead jobs.
        var missingPictures = 0
    }

    var outcome: SyncRun.Outcome
    var elapsed: Duration
    var larder: String
    /// `--into DIR` for commands in messages, or empty.
    var intoOption: String
    var content: Content
    var jobs: Remainder
    var again: String
    /// The command that shows the page that `coordinator get` fetched, with its options; nil: `status` shows what came.
    var look: String?
    var findings = SyncRun.Findings()

    var tally: Tally { outcome.tally }
    var hasBrokenLists: Bool { !findings.broken.isEmpty }
    var itemsPerSecond: Double { Double(tally.items.count) / max(0.001, elapsed / .seconds(1)) }

    var json: String {
        JSONWriter.text {
            $0.object { line in
                line.member("event", "summary")
                line.member("finished", jobs.open == 0)
                line.members([
                    "done": tally.done, "unchanged": tally.notModified, "from_cache": tally.fromCache,
                    "retries": tally.retries, "dead": jobs.deadCount, "left": jobs.open, "recipes": content.recipes,
                    "articles": content.articles, "both": content.both,
                    "recipes_new": tally.changes.newCount(of: .recipe),
                    "recipes_changed": tally.changes.changedCount(of: .recipe),
                    "articles_new": tally.changes.newCount(of: .article),
                    "articles_changed": tally.changes.changedCount(of: .article), "pictures": content.pictures,
                    "pictures_rejected": content.rejectedPictures, "pictures_missing": jobs.missingPictures,
                    "partial": content.partial.count, "left_out": content.leftOut.count,
                    "attachments": content.attachments,
                    "gone": content.gone, "requests": tally.requests, "bodies": tally.bodies,
                    "bytes": tally.wireBytes,
                ])
                line.member("seconds", elapsed / .seconds(1))
                line.member("items_per_second", itemsPerSecond)
                line.member("larder", larder)
                // NaN is written as null.
                line.member("seconds_to_first_item", outcome.firstItem.map { $0 / .seconds(1) } ?? .nan)
                line.member("troubled_workers", strings: outcome.troubled)
                line.member("held", strings: outcome.held)
                line.member("nothing_found", strings: findings.nothing)
                line.member("not_asked", strings: findings.notAsked)
                line.member("broken_lists", strings: findings.broken)
                line.member("kept", strings: findings.held)
                line.members(["listed": findings.listed, "listed_before": findings.listedBefore])
                line.member("plans", strings: findings.plans)
                line.key("dead_jobs")
                line.array(jobs.dead) { $0.object($1, withTries: true) }
            }
        }
    }
}

extension JSONWriter {
    package mutating func members(_ counts: KeyValuePairs<String, Int>) {
        for (name, count) in counts { member(name, count) }
    }

    package mutating func object(_ job: JobReport, withTries: Bool) {
        object {
            $0.member("urn", job.urn.description)
            $0.member("code", job.code ?? "")
            $0.member("message", job.message ?? "")
            if withTries { $0.member("tries", max(job.errors, job.crashes)) }
        }
    }
}

extension JobReport {
    /// Whether only a correction of the source's file helps.
    package var isFaultOfFile: Bool {
        let namesFile = message?.contains("the source's file") == true
        let isList = urn.kind == .discover || urn.kind == .search
        switch code.flatMap(ReadFailure.Code.init(rawValue:)) {
        // One item of another form means a wrong place in the file; a web page may be the server's fault.
        case .otherForm: return isList || !namesFile
        case .notFound, .badRequest: return isList && namesFile
        case .robotsForbidden, .pageRefused: return isList
        case .unreadable: return false
        default: return namesFile
        }
    }
}
