import Foundation
internal import LarderModel
import LarderProtocol

/// Makes the jobs that readings find.
enum FoundJobs {
    static func discover(source: String, target: String, lane: HostPort) -> WireFoundJob {
        make(.discover, key: "\(source):\(target)", lane: lane) { spec in
            spec.source = source
            spec.discover.target = target
        }
    }

    /// - Parameter subject: What is searched, as one escaped word of the key.
    static func search(
        source: String,
        subject: String,
        query: String,
        page: UInt32,
        facet: String,
        lane: HostPort
    ) -> WireFoundJob {
        make(.search, key: "\(source):\(subject):\(page)", lane: lane) { spec in
            spec.source = source
            spec.search.query = query
            spec.search.page = page
            spec.search.facet = facet
        }
    }

    static func record(source: String, id: String, itemURN: String, lane: HostPort) -> WireFoundJob {
        make(.detail, key: "\(source):\(Names.word(id))", lane: lane) { spec in
            spec.source = source
            spec.detail.recordID = id
            spec.detail.itemUrn = itemURN
        }
    }

    static func page(source: String, itemURN: String, address: WebAddress) -> WireFoundJob {
        let id = Names.tail(itemURN).dropFirst(source.count + 1)
        return make(.detail, key: "\(source):page:\(id)", lane: address.hostPort) { spec in
            spec.source = source
            spec.detail.itemUrn = itemURN
            spec.detail.url = address.description
        }
    }

    static func image(source: String, urn: String, address: WebAddress) -> WireFoundJob {
        make(.imageDownload, key: String(Names.tail(urn)), lane: address.hostPort) { spec in
            spec.source = source
            spec.imageDownload.imageUrn = urn
            spec.imageDownload.url = address.description
        }
    }

    static func text(
        source: String,
        textURN: String,
        itemURN: String,
        digest: [UInt8],
        contentType: String,
        baseURL: String,
        isFragment: Bool
    ) -> WireFoundJob {
        make(.text, key: String(Names.tail(textURN)), lane: nil) { spec in
            spec.source = source
            spec.text.textUrn = textURN
            spec.text.itemUrn = itemURN
            spec.text.digest = Data(digest)
            spec.text.contentType = contentType
            spec.text.baseURL = baseURL
            spec.text.fragment = isFragment
        }
    }

    private static func make(
        _ kind: JobKind,
        key: String,
        lane: HostPort?,
        _ fill: (inout WireJobSpec) -> Void
    ) -> WireFoundJob {
        var job = WireFoundJob()
        job.kind = kind.rawValue
        job.key = key
        job.lane = lane?.description ?? ""
        fill(&job.spec)
        return job
    }
}
