internal import LarderCache
internal import LarderCatalog
internal import LarderCatalogWriting
internal import LarderModel
internal import LarderSync

extension LarderCommands {
    /// Reads every blob that the catalog names and compares every row with its fingerprint.
    ///
    /// Moves damaged blobs into quarantine if the cache is writable.
    package static func verify(_ into: String) async throws -> Result {
        let larder = LarderFolder.absolute(into)
        return try await LarderStore.read(larder: into) { db in
            let catalog = CatalogReader(db)
            if let damage = try catalog.damage() { throw CatalogError.damaged(larder + "/catalog.sqlite", damage) }
            let cache = try DiskCache(folder: larder + "/cache", mayCreate: false)
            var checked: Set<Digest> = []
            var faults: [String] = []
            var (damaged, isAnyLeft) = (0, false)
            var references = 0
            try catalog.blobReferences { reference in
                references += 1
                let digest = reference.digest
                guard checked.insert(digest).inserted else { return }
                let fault: String
                do throws(CacheError) {
                    let bytes = try cache.blob(digest).count
                    guard let expected = reference.byteCount, expected != bytes else { return }
                    fault = "has \(bytes) bytes, not \(expected)"
                } catch {
                    fault = error.message
                    damaged += error.code == .missing ? 0 : 1
                    isAnyLeft = isAnyLeft || ((try? cache.contains(digest)) ?? true)
                }
                faults.append("\(digest.hex) of \(reference.urn) (\(reference.role.rawValue)): \(fault)")
            }
            let rows = try RowCheck(db).damages()
            func shown(_ lines: [String]) -> String {
                let more = lines.count > 20 ? "\n  … and \((lines.count - 20).grouped) more" : ""
                return lines.prefix(20).map { "  " + $0 }.joined(separator: "\n") + more
            }
            if !rows.isEmpty {
                let lines = rows.map { "\($0.urn) (\($0.kind.rawValue)): its row is not what was stored" } + faults
                let text =
                    "\(rows.count.counted("row")) of the catalog \(rows.count == 1 ? "is" : "are") damaged"
                    + (faults.isEmpty ? "" : ", and \(faults.count.counted("blob")) of the cache")
                    + ":\n\(shown(lines))\nThe disk may be failing. Type the sync command again: damaged rows are made "
                    + "again from what is cached."
                return Result(text: text, code: 1)
            }
            let blobs = checked.count.counted("blob")
            guard !faults.isEmpty else {
                let all = "\(blobs) behind \(references.counted("reference"))"
                return Result(text: "All is well: \(all), all there and hashing right.")
            }
            let place =
                isAnyLeft
                ? "Damaged ones stay where they are, as the cache cannot be written. "
                : "Damaged ones were moved to cache/quarantine. "
            let text =
                "\(faults.count.grouped) of \(blobs) \(faults.count == 1 ? "is" : "are") missing or damaged:\n"
                + "\(shown(faults))\n\(damaged == 0 ? "" : place)"
                + "Type the sync command again: what is missing is made or fetched again."
            return Result(text: text, code: 1)
        }
    }
}
