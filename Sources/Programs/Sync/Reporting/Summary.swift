package import LarderLedger
package import LarderModel
internal import LarderProtocol

/// The result of a run, as a table or JSON.
struct Summary: Sendable {
    /// The synced sources' items in the catalog.
    struct Content: Sendable {
        var recipes: Int
        var articles: Int
        var pictures: Int
        /// Pictures that cannot be shown.
        var rejectedPictures = 0
        /// Items with only a list record.
        var partial = PartialItems()
        /// Items that their source no longer lists.
        var gone = 0
        /// Pages that are a recipe and an article; each of the two is counted.
        var both = 0
        /// Gone pages that are a recipe and an article.
        var goneBoth = 0
    }

    /// Unfinished and dead jobs.
    struct Remainder: Sendable {
        var open: Int
        /// When the next waiting job is due.
        var nextTry: Duration?
        /// Why work is left if the user stopped nothing.
        var held: [String] = []
        var deadCount: Int
        var dead: [JobReport]
    }

    var tally: Tally
    var elapsed: Duration
    var firstItem: Duration?
    var larder: String
    /// `--into DIR` for commands in messages, or empty.
    var intoOption: String
    var content: Content
    var jobs: Remainder
    /// Workers that could not work at some time, with hosts and reasons.
    var troubled: [String] = []
    /// The command that continues the sync.
    var again: String
    var findings = SyncRun.Findings()

    var itemsPerSecond: Double { Double(tally.items.count) / max(0.001, elapsed / .seconds(1)) }

    var json: String {
        JSONWriter.text {
            $0.object { line in
                line.member("event", "summary")
                line.member("finished", jobs.open == 0)
                line.member("done", tally.done)
                line.member("unchanged", tally.notModified)
                line.member("from_cache", tally.fromCache)
                line.member("retries", tally.retries)
                line.member("dead", jobs.deadCount)
                line.member("left", jobs.open)
                line.member("recipes", content.recipes)
                line.member("articles", content.articles)
                line.member("both", content.both)
                line.member("recipes_new", tally.changes.newCount(of: .recipe))
                line.member("recipes_changed", tally.changes.changedCount(of: .recipe))
                line.member("articles_new", tally.changes.newCount(of: .article))
                line.member("articles_changed", tally.changes.changedCount(of: .article))
                line.member("pictures", content.pictures)
                line.member("pictures_rejected", content.rejectedPictures)
                line.member("partial", content.partial.count)
                line.member("gone", content.gone)
                line.member("requests", tally.requests)
                line.member("bodies", tally.bodies)
                line.member("bytes", tally.wireBytes)
                line.member("seconds", elapsed / .seconds(1))
                line.member("items_per_second", itemsPerSecond)
                line.member("larder", larder)
                // NaN is written as null.
                line.member("seconds_to_first_item", firstItem.map { $0 / .seconds(1) } ?? .nan)
                line.member("troubled_workers", strings: troubled)
                line.member("held", strings: jobs.held)
                line.member("nothing_found", strings: findings.nothing)
                line.member("not_asked", strings: findings.notAsked)
                line.member("plans", strings: findings.plans)
                line.key("dead_jobs")
                line.array(jobs.dead) { $0.object($1, withTries: true) }
            }
        }
    }
}

extension JSONWriter {
    package mutating func object(_ job: JobReport, withTries: Bool) {
        object {
            $0.member("urn", job.urn.description)
            $0.member("code", job.code ?? "")
            $0.member("message", job.message ?? "")
            if withTries { $0.member("tries", max(job.errors, job.crashes)) }
        }
    }
}
