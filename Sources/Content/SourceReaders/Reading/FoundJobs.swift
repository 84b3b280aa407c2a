internal import LarderModel
internal import LarderSourceDefinitions

/// Makes the jobs that readings find.
enum FoundJobs {
    /// A request to the source's API.
    static func api(_ definition: SourceDefinition, _ work: JobSpec.Work) -> FoundJob {
        FoundJob(spec: JobSpec(source: definition.name, work: work), lane: definition.base.hostPort.description)
    }

    static func page(source: String, itemURN: String, address: WebAddress) -> FoundJob {
        FoundJob(
            spec: JobSpec(source: source, work: .page(PageWork(itemURN: itemURN, url: address.description))),
            lane: address.hostPort.description
        )
    }

    static func image(source: String, urn: String, address: WebAddress) -> FoundJob {
        FoundJob(
            spec: JobSpec(
                source: source,
                work: .imageDownload(ImageDownloadWork(imageURN: urn, url: address.description))
            ),
            lane: address.hostPort.description
        )
    }
}
