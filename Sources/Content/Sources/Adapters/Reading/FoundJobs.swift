package import LarderModel
package import LarderSourceDefinitions

/// Makes the jobs that readings find.
package enum FoundJobs {
    /// A request to the source's API.
    package static func api(_ definition: SourceDefinition, _ work: JobSpec.Work) -> FoundJob {
        FoundJob(spec: JobSpec(source: definition.name, work: work))
    }

    /// Reads an item's web page.
    ///
    /// - Parameters:
    ///   - depth: How many links it is from where the sync began.
    ///   - freshSince: From when on an answer is used without asking, see ``PageWork``.
    ///   - earlier: The pages before it of one article, see ``PageWork``.
    package static func page(
        source: String,
        itemURN: String,
        address: WebAddress,
        depth: Int = 0,
        freshSince: Int64? = nil,
        earlier: [CachedPage] = []
    ) -> FoundJob {
        let work = PageWork(
            itemURN: itemURN,
            url: address.description,
            depth: depth,
            freshSince: freshSince,
            earlier: earlier
        )
        return FoundJob(spec: JobSpec(source: source, work: .page(work)))
    }

    /// Fetches a picture.
    package static func image(source: String, urn: String, address: WebAddress) -> FoundJob {
        let work = ImageDownloadWork(imageURN: urn, url: address.description)
        return FoundJob(spec: JobSpec(source: source, work: .imageDownload(work)))
    }
}

extension FoundJob {
    /// The same, which does not ask where the answer is known from `moment` on, in milliseconds since 1970; only of
    /// feeds and other indexes with an address.
    package func polled(since moment: Int64) -> FoundJob {
        guard case .discover(var work) = spec.work, !work.url.isEmpty else { return self }
        work.freshSince = moment
        return FoundJob(spec: JobSpec(source: spec.source, work: .discover(work)))
    }
}
