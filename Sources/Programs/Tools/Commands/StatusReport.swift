internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSync

struct StatusReport {
    struct Source {
        var row: CatalogSource
        var counts: CatalogCounts
        var sync: SyncSummary?
        var jobs: [JobCount]
        var notes = 0

        func jobs(_ state: JobState) -> Int { jobs.filter { $0.state == state }.reduce(0) { $0 + $1.count } }

        /// Whether its last sync ended, and the larder has no item of it.
        var isEmpty: Bool {
            sync?.state == .finished && counts.recipes + counts.articles == 0 && jobs(.dead) == 0
        }

        var lastSync: String {
            guard let sync else { return "never synced" }
            guard let finished = sync.finishedAt, sync.state == .finished else { return "not finished" }
            let ago = max(0, UnixTime.nowMs - finished)
            let hasFailed = jobs(.done) == 0 && jobs(.dead) > 0
            return (hasFailed ? "failed " : "") + "\(Duration.milliseconds(ago).spoken) ago"
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
    /// Items that lists of apps and search do not have yet.
    var unindexed = 0
    /// The bytes of catalog.sqlite-wal.
    var logBytes = 0

    /// SQLite keeps a log of that length; it grows beyond while a program reads an old state.
    private static let usualLogBytes = 64 << 20

    var table: String {
        guard !sources.isEmpty else {
            return
                "\(larder) is empty. Type `coordinator add\(intoOption) URL` to fill it from a site, or `coordinator "
                + "--sample\(intoOption)` from the built-in sample."
        }
        var rows = [["source", "recipes", "articles", "pictures", "texts", "left", "dead", "last sync"]]
        for source in sources {
            let counts = source.counts
            let cells = [
                counts.recipes, counts.articles, counts.images, counts.texts, source.jobs(.ready), source.jobs(.dead),
            ]
            rows.append([source.row.source.name] + cells.map(\.grouped) + [source.lastSync])
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        var lines =
            [larder, ""]
            + rows.map { row in
                let cells = zip(row, widths).dropFirst().dropLast().map { " " + $0.leftPadded($1) }
                return "  " + row[0].padded(widths[0]) + cells.joined() + "  " + (row.last ?? "")
            }
        for (name, count, meaning) in [
            ("partial", \CatalogCounts.partial, "of which only a list says something"),
            ("gone", \.gone, "that their source no longer has"),
        ] {
            let all = sources.reduce(0) { $0 + $1.counts[keyPath: count] }
            if all > 0 { lines += ["", "  \(name): \(all.counted("item")) \(meaning)"] }
        }
        func section(_ heading: String, _ entries: [String]) {
            if !entries.isEmpty { lines += ["", "  \(heading):"] + entries.map { "    " + $0 } }
        }
        let unshown = sources.reduce(0) { $0 + $1.counts.rejectedImages }
        section(
            "\(unshown.counted("picture")) cannot be shown" + (unshown > rejected.count ? ", the first of them" : ""),
            rejected.map { "\($0.urn)  \($0.code): \($0.message)" }
        )
        func counted(_ all: Int, _ shown: Int, _ what: String) -> String {
            all > shown ? "\(all.grouped) \(what), the first of them" : what
        }
        section(
            counted(sources.reduce(0) { $0 + $1.jobs(.dead) }, dead.count, "dead jobs"),
            dead.map { "\($0.urn)  \($0.failure)" }
        )
        section(counted(sources.reduce(0) { $0 + $1.notes }, notes.count, "notes on items"), notes.map(text))
        section(
            "waiting for another try, the longest first",
            delayed.map { job in
                let left = Duration.milliseconds(max(0, job.notBefore - UnixTime.nowMs)).spoken
                return "\(job.urn)  in \(left)  \(job.failure)"
            }
        )
        section("waiting for a quota", held)
        section(
            "synced, and without any item",
            sources.filter(\.isEmpty).map { source in
                let name = source.row.source.name
                return "\(name): `coordinator try \(name)\(intoOption)` shows what its lists give"
            }
        )
        var further: [String] = []
        if unindexed > 0 {
            further.append("\(unindexed.counted("item")) of the catalog: the end of a sync indexes them")
        }
        section("not yet in lists and search of apps", further)
        if logBytes > Self.usualLogBytes {
            section(
                "log of changes",
                [
                    "catalog.sqlite-wal has \(logBytes.bytes): a program has kept a read open for a long time. "
                        + "The next sync makes the log small when that program has ended its reading."
                ]
            )
        }
        return lines.joined(separator: "\n")
    }

    /// The note, with its source if there are several.
    private func text(of note: ItemNote) -> String {
        let parts = note.urn.split(separator: ":", maxSplits: 2)
        guard sources.count > 1, parts.count > 1, !note.message.hasPrefix(parts[1]) else { return note.message }
        return "\(parts[1]): \(note.message)"
    }

    var json: String {
        JSONWriter.text {
            $0.object { line in
                line.member("larder", larder)
                line.members(["items_not_indexed": unindexed, "log_bytes": logBytes])
                line.key("sources")
                line.array(sources) { line, source in
                    line.object {
                        $0.member("name", source.row.source.name)
                        $0.member("kind", source.row.source.kind)
                        $0.members([
                            "recipes": source.counts.recipes, "articles": source.counts.articles,
                            "outlets": source.counts.outlets, "pictures": source.counts.images,
                            "pictures_rejected": source.counts.rejectedImages, "texts": source.counts.texts,
                            "partial": source.counts.partial, "gone": source.counts.gone,
                            "jobs_left": source.jobs(.ready), "jobs_done": source.jobs(.done),
                            "jobs_dead": source.jobs(.dead), "notes": source.notes,
                        ])
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

extension JobReport {
    var failure: String { "\(code ?? ""): \(message ?? "")" }
}
