internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSync

/// What a larder holds, for `coordinator status`.
struct StatusReport {
    struct Source {
        var row: CatalogSource
        var counts: CatalogCounts
        var sync: SyncSummary?
        var jobs: [JobCount]
        var notes = 0

        func jobs(_ state: JobState) -> Int { jobs.filter { $0.state == state }.reduce(0) { $0 + $1.count } }

        var lastSync: String {
            guard let sync else { return "never synced" }
            guard let finished = sync.finishedAt, sync.state == .finished else { return "not finished" }
            let ago = max(0, UnixTime.nowMs - finished)
            return "finished \(Duration.milliseconds(ago).spoken) ago"
        }
    }

    var larder: String
    /// `--into DIR` for commands in messages, or empty.
    var intoOption = ""
    var sources: [Source]
    var dead: [JobReport]
    var rejected: [RejectedImage] = []
    var notes: [ItemNote] = []
    /// Waiting jobs, the longest wait first.
    var delayed: [JobReport]
    /// Used-up quotas with waiting jobs.
    var held: [String] = []

    var table: String {
        guard !sources.isEmpty else {
            return "\(larder) is empty. Type `coordinator --workers 8\(intoOption)` to fill it with the sample source."
        }
        var lines = [larder, ""]
        lines.append(
            "  " + "source".padded(18) + "recipes".leftPadded(9) + "articles".leftPadded(10) + "pictures".leftPadded(10)
                + "texts".leftPadded(8) + "jobs left".leftPadded(11) + "dead".leftPadded(6) + "  last sync"
        )
        for source in sources {
            lines.append(
                "  " + source.row.source.name.padded(18) + source.counts.recipes.grouped.leftPadded(9)
                    + source.counts.articles.grouped.leftPadded(10) + source.counts.images.grouped.leftPadded(10)
                    + source.counts.texts.grouped.leftPadded(8) + source.jobs(.ready).grouped.leftPadded(11)
                    + source.jobs(.dead).grouped.leftPadded(6) + "  " + source.lastSync
            )
        }
        for (name, count, meaning) in [
            ("partial", \CatalogCounts.partial, "of which only a list says something"),
            ("gone", \.gone, "that their source lists no more"),
        ] {
            let all = sources.reduce(0) { $0 + $1.counts[keyPath: count] }
            if all > 0 { lines += ["", "  \(name): \(all.counted("item")) \(meaning)"] }
        }
        if !rejected.isEmpty {
            let all = sources.reduce(0) { $0 + $1.counts.rejectedImages }
            let more = all > rejected.count ? ", the first of them:" : ":"
            lines += ["", "  \(all.counted("picture")) cannot be shown\(more)"]
            for image in rejected { lines.append("    \(image.urn)  \(image.code): \(image.message)") }
        }
        if !dead.isEmpty {
            let all = sources.reduce(0) { $0 + $1.jobs(.dead) }
            lines += ["", all > dead.count ? "  \(all.grouped) dead jobs, the first of them:" : "  dead jobs:"]
            for job in dead { lines.append("    \(job.urn)  \(job.code ?? ""): \(job.message ?? "")") }
        }
        if !notes.isEmpty {
            let count = sources.reduce(0) { $0 + $1.notes }
            lines += [
                "", count > notes.count ? "  \(count.grouped) notes on items, the first of them:" : "  notes on items:",
            ]
            for note in notes { lines.append("    " + told(note)) }
        }
        if !delayed.isEmpty {
            lines += ["", "  waiting for another try, the longest first:"]
            for job in delayed {
                let left = Duration.milliseconds(max(0, job.notBefore - UnixTime.nowMs)).spoken
                lines.append("    \(job.urn)  in \(left)  \(job.code ?? ""): \(job.message ?? "")")
            }
        }
        if !held.isEmpty { lines += ["", "  waiting for a quota:"] + held.map { "    " + $0 } }
        return lines.joined(separator: "\n")
    }

    /// The note, with its source if there are several.
    private func told(_ note: ItemNote) -> String {
        let parts = note.urn.split(separator: ":", maxSplits: 2)
        guard sources.count > 1, parts.count > 1, !note.message.hasPrefix(parts[1]) else { return note.message }
        return "\(parts[1]): \(note.message)"
    }

    var json: String {
        JSONWriter.text {
            $0.object { line in
                line.member("larder", larder)
                line.key("sources")
                line.array(sources) { line, source in
                    line.object {
                        $0.member("name", source.row.source.name)
                        $0.member("kind", source.row.source.kind)
                        $0.member("recipes", source.counts.recipes)
                        $0.member("articles", source.counts.articles)
                        $0.member("outlets", source.counts.outlets)
                        $0.member("pictures", source.counts.images)
                        $0.member("pictures_rejected", source.counts.rejectedImages)
                        $0.member("texts", source.counts.texts)
                        $0.member("partial", source.counts.partial)
                        $0.member("gone", source.counts.gone)
                        $0.member("jobs_left", source.jobs(.ready))
                        $0.member("jobs_done", source.jobs(.done))
                        $0.member("jobs_dead", source.jobs(.dead))
                        $0.member("notes", source.notes)
                        $0.member("last_sync", source.sync?.state.rawValue ?? "never")
                    }
                }
                line.key("rejected_pictures")
                line.array(rejected) { line, image in
                    line.object {
                        $0.member("urn", image.urn)
                        $0.member("code", image.code)
                        $0.member("message", image.message)
                    }
                }
                line.key("dead_jobs")
                line.array(dead) { $0.object($1, withTries: false) }
                line.key("waiting_jobs")
                line.array(delayed) { $0.object($1, withTries: false) }
                line.member("held", strings: held)
            }
        }
    }
}
