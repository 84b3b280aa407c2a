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
        let path = LarderFolder.absolute(into) + "/cache"
        return try await LarderStore.read(larder: into) { db in
            let cache = try DiskCache(folder: path)
            let catalog = CatalogReader(db)
            var checked: Set<Digest> = []
            var faults: [String] = []
            var isVariantMissing = false
            var references = 0
            try catalog.blobReferences { reference in
                references += 1
                let digest = reference.digest
                guard checked.insert(digest).inserted else { return }
                do {
                    let bytes = try cache.blob(digest).count
                    if let expected = reference.byteCount, expected != bytes {
                        faults.append(
                            "\(digest.hex) of \(reference.urn) (\(reference.role.rawValue)) has \(bytes) bytes, not \(expected)"
                        )
                    }
                } catch let error as CacheError {
                    faults.append("\(digest.hex) of \(reference.urn) (\(reference.role.rawValue)): \(error.message)")
                    if reference.role == .variant { isVariantMissing = true }
                }
            }
            if let damage = try catalog.damage() { faults.append("catalog.sqlite: \(damage)") }
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
