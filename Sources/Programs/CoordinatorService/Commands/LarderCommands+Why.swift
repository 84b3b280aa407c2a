internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel

extension LarderCommands {
    /// How a job stands, or how the jobs of a record stand.
    ///
    /// - Parameter urn: A job's, such as `detail:sample:ID`, or a record's, such as `recipe:sample:ID`.
    /// - Throws: ``CoordinatorError`` with code `noLarder`, or `notFound` with the names that come near.
    package static func why(_ urn: String, _ into: String) async throws -> String {
        try await LarderStore.read(larder: into) { db in
            let store = LedgerStore(db)
            let finder = JobFinder(ledger: store)
            let jobs = try finder.jobs(named: urn)
            let verdict = try verdict(on: urn, CatalogReader(db))
            guard !jobs.isEmpty || !verdict.isEmpty else { throw notFound(urn, near: try finder.near(urn), into) }
            let told = try jobs.compactMap { job in
                try store.report(job).map { lines($0, try store.crashes(of: job), into).joined(separator: "\n") }
            }
            let notes = try CatalogReader(db).notes(about: urn).map { "  note: \($0.code): \($0.message)" }
            return (told + verdict + notes).joined(separator: "\n")
        }
    }

    /// Why the picture of a URN, or of a job's, cannot be shown.
    private static func verdict(on urn: String, _ catalog: CatalogReader) throws -> [String] {
        var parts = urn.split(separator: ":", omittingEmptySubsequences: false)
        if JobURN(urn)?.kind == .imageDecode { parts.removeLast() }
        let picture = "image:" + parts.dropFirst().joined(separator: ":")
        let isOfPicture = ["image", JobKind.imageDownload.name, JobKind.imageDecode.name].contains {
            parts.first == $0[...]
        }
        guard isOfPicture, let rejected = try catalog.rejectedImage(urn: picture) else { return [] }
        return ["\(picture) cannot be shown: \(rejected.code): \(rejected.message)"]
    }

    private static func notFound(_ urn: String, near: [JobURN], _ into: String) -> CoordinatorError {
        let isURN = urn.contains(":")
        var sentences = [
            isURN
                ? "The larder has no job and no record \(urn)."
                : "\"\(urn)\" is no URN. A job's begins with its kind, as in detail:sample:22526; a record's with recipe, article, image or text."
        ]
        if !near.isEmpty {
            sentences.append(
                "\(isURN ? "Near it are" : "Some jobs are") \(near.map(\.description).joined(separator: ", "))."
            )
        }
        sentences.append("`coordinator status\(TypedCommand.into(into))` tells what there is.")
        return CoordinatorError(.notFound, sentences.joined(separator: " "))
    }

    private static func lines(_ job: JobReport, _ crashes: [CrashReport], _ into: String) -> [String] {
        var lines = ["\(job.urn): \(job.state.name)"]
        if job.errors > 0 || job.crashes > 0 {
            lines.append("  failed tries: \(job.errors), workers that died over it: \(job.crashes)")
        }
        if let code = job.code {
            let when = job.state == .done ? "a failure before it succeeded" : "last failure"
            lines.append("  \(when): \(code): \(job.message ?? "")")
        }
        for crash in crashes where crashes.count > 1 || crash.evidence != job.message {
            let age = Duration.milliseconds(max(0, UnixTime.nowMs - crash.at))
            lines.append("  a worker died \(age.spoken) ago: \(crash.evidence)")
        }
        let wait = job.notBefore - UnixTime.nowMs
        if job.state == .ready, wait > 0 {
            lines.append("  waits \(Duration.milliseconds(wait).spoken) for its next try")
        }
        if job.state == .dead { lines.append("  `coordinator retry\(TypedCommand.into(into))` makes it ready again") }
        return lines
    }
}
