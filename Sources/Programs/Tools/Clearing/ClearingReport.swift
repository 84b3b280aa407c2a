internal import LarderCache
internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderModel
internal import LarderSync

/// What was removed from a larder, or would be.
struct ClearingReport {
    var larder: String
    var isDryRun: Bool
    /// The items, as in "Removed from the larder: WHAT".
    var what = ""
    var rows = RemovedRows()
    /// Files that lost the last row that named them.
    var files: [BlobRole: DiskCache.Swept] = [:]
    var unnamed = DiskCache.Swept()
    var records = DiskCache.Swept()
    /// Unnamed files that a worker may just have written.
    var young = DiskCache.Swept()
    /// Files in other folders of the cache, by folder.
    var further: [String: DiskCache.Swept] = [:]
    var catalogBefore: Int
    var catalogAfter = 0
    /// The catalog and the files it names; nil: not measured.
    var larderBytes: Int?
    var maxBytes: Int?
    /// Options that kept items in a larder that is too large, such as `--gone`.
    var narrowing: [String] = []
    /// Items without a date of their own, where age was asked for.
    var undated = 0
    /// Items that only the last whole list of their source lacked.
    var justGone = 0
    var roomKept: CatalogDatabase.RoomKept?
    /// The larder's own file of the removed source, which stays.
    var keptFile: String?

    var isSmallEnough: Bool { maxBytes.map { larderBytes ?? 0 <= $0 } ?? true }

    private var fileLines: [(key: String, name: String, files: DiskCache.Swept)] {
        let roles: [(String, String, BlobRole)] = [
            ("answers", "answers", .answer), ("pages", "pages", .html), ("pictures", "pictures", .original),
            ("smaller_pictures", "smaller pictures", .variant),
        ]
        return roles.map { ($0, $1, files[$2] ?? .init()) }
            + [("unnamed", "named by no row", unnamed), ("response_records", "notes on answers", records)]
            + further.sorted { $0.key < $1.key }.map { ($0, "cache/\($0)", $1) }
    }

    private var rowLines: KeyValuePairs<String, Int> {
        [
            "recipes": rows.recipes, "articles": rows.articles, "outlets": rows.outlets, "pictures": rows.pictures,
            "texts": rows.texts, "places": rows.places,
        ]
    }

    private var freedBytes: Int { fileLines.reduce(catalogBefore - catalogAfter) { $0 + $1.files.bytes } }

    var table: String {
        var lines = ["\(isDryRun ? "Would be removed" : "Removed") from \(larder): \(what)", ""]
        func line(_ name: String, _ count: String, _ size: String = "") {
            lines.append("  " + name.padded(18) + count.leftPadded(10) + (size.isEmpty ? "" : size.leftPadded(12)))
        }
        for (name, count) in rowLines where count > 0 {
            line(name == "places" ? "places in lists" : name, count.grouped)
        }
        let files = fileLines.filter { $0.files.files > 0 }
        if !files.isEmpty { lines.append("  files:") }
        for file in files { line("  " + file.name, file.files.files.grouped, file.files.bytes.bytes) }
        if lines.count == 2 { lines.append("  nothing") }
        let (freed, went) = isDryRun ? ("would free", "would go") : ("freed", "went")
        let sizes = "from \(catalogBefore.bytes) to \(catalogAfter.bytes)"
        lines += ["", "  \(freed) \(freedBytes.bytes); catalog.sqlite \(went) \(sizes)"]
        if let larderBytes {
            let then = isDryRun ? " then" : ""
            lines.append("  catalog without its free pages, and the files it names: \(larderBytes.bytes)\(then)")
        }
        return (lines + notes.map { "  note: \($0)" }).joined(separator: "\n")
    }

    private var notes: [String] {
        var notes: [String] = []
        if let maxBytes, !isSmallEnough {
            let without = narrowing.isEmpty ? "" : "leave \(narrowing.joined(separator: " and ")) out, or "
            notes.append(
                "that is more than the \(maxBytes.bytes) of --keep-size, and no item is left that may be removed: "
                    + "\(without)take a larger size."
            )
        }
        if undated > 0 {
            let (have, stay) = undated == 1 ? ("has", "stays") : ("have", "stay")
            notes.append(
                "\(undated.counted("item")) \(have) no date of publication and \(stay): --older-than goes by that. "
                    + "--unseen-for goes by when a sync last saw an item."
            )
        }
        if justGone > 0 {
            let (are, stay) = justGone == 1 ? ("is", "stays") : ("are", "stay")
            notes.append(
                "\(justGone.counted("item")) \(are) gone since the last whole list only and \(stay) until a second one "
                    + "lacks \(justGone == 1 ? "it" : "them"), too. --now does not wait for that."
            )
        }
        if young.files > 0 {
            let (were, stay, them) = young.files == 1 ? ("was", "stays", "it") : ("were", "stay", "them")
            notes.append(
                "\(young.files.counted("file")) (\(young.bytes.bytes)) that no row names \(were) written in the last "
                    + "10 minutes and \(stay) for now, should a worker still be at work; a later prune takes \(them)."
            )
        }
        if let keptFile {
            notes.append(
                "its file \(keptFile) stays, so the next `coordinator` fetches the source again. Remove the file too if "
                    + "that is not meant."
            )
        }
        if case .needsBytes(let bytes) = roomKept {
            notes.append(
                "catalog.sqlite was not made smaller, as that takes \(bytes.bytes) of free disk for a while. The "
                    + "next sync fills its free pages."
            )
        }
        return notes
    }

    var json: String {
        JSONWriter.text {
            $0.object { line in
                line.member("larder", larder)
                line.member("dry_run", isDryRun)
                line.key("removed")
                line.object { $0.members(rowLines) }
                line.key("files")
                line.object {
                    for file in fileLines {
                        $0.key(file.key)
                        $0.object { $0.members(["count": file.files.files, "bytes": file.files.bytes]) }
                    }
                }
                line.members([
                    "undated": undated, "just_gone": justGone, "young_files": young.files, "freed_bytes": freedBytes,
                    "catalog_bytes_before": catalogBefore,
                    "catalog_bytes_after": catalogAfter,
                ])
                if let larderBytes { line.member("larder_bytes", larderBytes) }
                line.member("is_small_enough", isSmallEnough)
                line.member("notes", strings: notes)
            }
        }
    }
}
