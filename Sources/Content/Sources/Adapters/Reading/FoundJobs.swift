package import LarderModel
package import LarderSourceDefinitions

package enum FoundJobs {
    package static func api(_ definition: SourceDefinition, _ work: JobSpec.Work) -> FoundJob {
        FoundJob(spec: JobSpec(source: definition.name, work: work))
    }

    /// Reads an item's web page.
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

    /// - Parameter alternatives: Further addresses of the picture, the next one first.
    package static func image(
        source: String,
        urn: String,
        address: WebAddress,
        alternatives: [String] = []
    ) -> FoundJob {
        let work = ImageDownloadWork(imageURN: urn, url: address.description, alternatives: alternatives)
        return FoundJob(spec: JobSpec(source: source, work: .imageDownload(work)))
    }
}

extension FoundJob {
    /// The same job, for feeds and other indexes: a cached answer from `moment` on is used without asking.
    ///
    /// - Parameter moment: In milliseconds since 1970.
    package func polled(since moment: Int64) -> FoundJob {
        guard case .discover(var work) = spec.work, !work.url.isEmpty else { return self }
        work.freshSince = moment
        return FoundJob(spec: JobSpec(source: spec.source, work: .discover(work)))
    }
}
