internal import GRDB
internal import LarderCache
internal import LarderCatalog
internal import LarderModel

extension LarderCommands {
    /// What ``verify(_:)`` found.
    package struct Verdict: Sendable {
        /// A few lines for people.
        package var text: String
        /// Whether every blob is there and hashes right.
        package var isGood: Bool
    }

    /// Reads every blob that the catalog names.
    package static func verify(_ into: String) async throws -> Verdict {
        let pool = try LarderStore.openForReading(larder: into)
        let folder = LarderFolder.absolute(into)
        let cache = try DiskCache(folder: folder + "/cache")
        return try await pool.read { db in
            var checked: Set<Digest> = []
            var faults: [String] = []
            var isVariantMissing = false
            var references = 0
            try CatalogReader(db).blobReferences { reference in
                references += 1
                guard let digest = Digest(bytes: reference.digest.bytes), checked.insert(digest).inserted
                else { return }
                do {
                    let bytes = try cache.blob(digest).count
                    if let expected = reference.byteCount, expected != Int64(bytes) {
                        faults.append(
                            "\(digest.hex) of \(reference.urn) (\(reference.role.rawValue)) has \(bytes) bytes, not \(expected)"
                        )
                    }
                } catch let error as CacheError {
                    faults.append("\(digest.hex) of \(reference.urn) (\(reference.role.rawValue)): \(error.message)")
                    if reference.role == .variant { isVariantMissing = true }
                }
            }
            let integrity = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "no answer"
            if integrity != "ok" { faults.append("catalog.sqlite: \(integrity)") }
            guard !faults.isEmpty else {
                return Verdict(
                    text:
                        "All is well: \(checked.count.counted("blob")) behind \(references.counted("reference")), all there and hashing right.",
                    isGood: true
                )
            }
            let shown = faults.prefix(20).map { "  " + $0 }.joined(separator: "\n")
            let more = faults.count > 20 ? "\n  … and \((faults.count - 20).grouped) more" : ""
            return Verdict(
                text:
                    "\(faults.count.grouped) of \(checked.count.counted("blob")) \(faults.count == 1 ? "is" : "are") missing or damaged:\n\(shown)\(more)\n"
                    + "Damaged ones were moved to cache/quarantine. Type the sync command again: what is missing is fetched again"
                    + (isVariantMissing
                        ? "; with --refresh, as a picture's smaller variant has to be made again." : "."),
                isGood: false
            )
        }
    }
}
