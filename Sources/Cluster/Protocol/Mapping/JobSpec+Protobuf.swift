package import LarderModel

internal import struct Foundation.Data

extension JobSpec {
    /// - Throws: ``ProtocolError`` with code `malformed`, also for work that this program does not know.
    package init(serializedBytes bytes: [UInt8]) throws(ProtocolError) {
        self = try JobSpec(protobuf(bytes) as WireJobSpec)
    }

    package func serializedBytes() -> [UInt8] { protobufBytes(WireJobSpec(self)) }

    init(_ spec: WireJobSpec) throws(ProtocolError) {
        let work: Work
        switch spec.work {
        case .discover(let discover):
            work = .discover(
                DiscoverWork(
                    target: discover.target,
                    url: discover.url,
                    depth: Int(discover.depth),
                    position: Int(discover.position),
                    freshSince: discover.hasFreshSince ? discover.freshSince : nil
                )
            )
        case .search(let search):
            work = .search(
                SearchWork(
                    query: search.query,
                    outlet: search.outlet,
                    sort: search.sort,
                    page: Int(search.page),
                    cursor: search.cursor
                )
            )
        case .detail(let detail) where detail.url.isEmpty:
            work = .record(
                RecordWork(
                    recordID: detail.recordID,
                    itemURN: detail.itemUrn,
                    freshSince: detail.hasFreshSince ? detail.freshSince : nil
                )
            )
        case .detail(let detail): work = .page(PageWork(detail))
        case .furtherPage(let further):
            guard further.hasPage, !further.earlier.isEmpty else {
                throw ProtocolError(.malformed, "A further page has no address or no page before it")
            }
            work = .page(PageWork(further.page, earlier: try CachedPage.pages(further.earlier)))
        case .imageDownload(let image):
            work = .imageDownload(
                ImageDownloadWork(imageURN: image.imageUrn, url: image.url, alternatives: image.alternatives)
            )
        case .imageDecode(let image):
            work = .imageDecode(ImageDecodeWork(imageURN: image.imageUrn, digest: try Digest(field: image.digest)))
        case .text(let text):
            work = .text(
                TextWork(
                    itemURN: text.itemUrn,
                    digest: try Digest(field: text.digest),
                    contentType: text.contentType,
                    baseURL: text.baseURL,
                    role: try ItemTextRole(field: text.role),
                    isWholePageWanted: text.wholePage,
                    further: try CachedPage.pages(text.further),
                    freshSince: text.hasFreshSince ? text.freshSince : nil,
                    askedURL: text.askedURL.nonEmpty
                )
            )
        case nil: throw ProtocolError(.malformed, "The job's description names no work that this release knows")
        }
        self.init(source: spec.source, work: work, redirect: spec.redirect.first.map(JobRedirect.init))
    }
}

extension WireJobSpec {
    init(_ spec: JobSpec) {
        self.init()
        source = spec.source
        redirect = spec.redirect.map { [WireRedirect($0)] } ?? []
        switch spec.work {
        case .discover(let work):
            discover.target = work.target
            discover.url = work.url
            discover.depth = UInt32(clamping: work.depth)
            discover.position = UInt32(clamping: work.position)
            if let moment = work.freshSince { discover.freshSince = moment }
        case .search(let work):
            search.query = work.query
            search.outlet = work.outlet
            search.sort = work.sort
            search.page = UInt32(clamping: work.page)
            search.cursor = work.cursor
        case .record(let work):
            detail.recordID = work.recordID
            detail.itemUrn = work.itemURN
            if let moment = work.freshSince { detail.freshSince = moment }
        case .page(let work) where work.earlier.isEmpty: detail = WireDetailWork(work)
        case .page(let work):
            // Not a field of the other: an earlier release would take a further page for the item's own.
            furtherPage.page = WireDetailWork(work)
            furtherPage.earlier = work.earlier.map(WireCachedPage.init)
        case .imageDownload(let work):
            imageDownload.imageUrn = work.imageURN
            imageDownload.url = work.url
            imageDownload.alternatives = work.alternatives
        case .imageDecode(let work):
            imageDecode.imageUrn = work.imageURN
            imageDecode.digest = Data(work.digest.bytes)
        case .text(let work):
            text.itemUrn = work.itemURN
            text.digest = Data(work.digest.bytes)
            text.contentType = work.contentType
            text.baseURL = work.baseURL
            text.role = work.role.rawValue
            text.wholePage = work.isWholePageWanted
            text.further = work.further.map(WireCachedPage.init)
            if let moment = work.freshSince { text.freshSince = moment }
            text.askedURL = work.askedURL ?? ""
        }
    }
}

extension JobRedirect {
    fileprivate init(_ redirect: WireRedirect) {
        self.init(
            url: redirect.url,
            count: Int(redirect.count),
            freshUntil: redirect.freshUntilMs,
            foundAt: redirect.foundAtMs,
            waitMs: redirect.waitMs,
            isSecondWay: redirect.secondWay
        )
    }
}

extension WireRedirect {
    fileprivate init(_ redirect: JobRedirect) {
        self.init()
        url = redirect.url
        count = UInt32(clamping: redirect.count)
        freshUntilMs = redirect.freshUntil
        foundAtMs = redirect.foundAt
        waitMs = redirect.waitMs
        secondWay = redirect.isSecondWay
    }
}

extension PageWork {
    fileprivate init(_ detail: WireDetailWork, earlier: [CachedPage] = []) {
        self.init(
            itemURN: detail.itemUrn,
            url: detail.url,
            depth: Int(detail.depth),
            freshSince: detail.hasFreshSince ? detail.freshSince : nil,
            earlier: earlier
        )
    }
}

extension WireDetailWork {
    fileprivate init(_ work: PageWork) {
        self.init()
        itemUrn = work.itemURN
        url = work.url
        depth = UInt32(clamping: work.depth)
        if let moment = work.freshSince { freshSince = moment }
    }
}

extension CachedPage {
    fileprivate static func pages(_ pages: [WireCachedPage]) throws(ProtocolError) -> [CachedPage] {
        try pages.map { page throws(ProtocolError) in
            CachedPage(
                url: page.url,
                digest: try Digest(field: page.digest),
                contentType: page.contentType,
                askedURL: page.askedURL.nonEmpty
            )
        }
    }
}

extension WireCachedPage {
    fileprivate init(_ page: CachedPage) {
        self.init()
        url = page.url
        digest = Data(page.digest.bytes)
        contentType = page.contentType
        askedURL = page.askedURL ?? ""
    }
}

extension FoundJob {
    init(_ job: WireFoundJob) throws(ProtocolError) {
        self.init(
            spec: try JobSpec(job.moved.first ?? job.spec),
            readerVersion: Int(job.readerVersion),
            optionsHash: job.optionsHash.nonEmpty
        )
    }
}

extension WireFoundJob {
    init(_ job: FoundJob) {
        self.init()
        if job.spec.redirect == nil { spec = WireJobSpec(job.spec) } else { moved = [WireJobSpec(job.spec)] }
        readerVersion = UInt32(clamping: job.readerVersion)
        optionsHash = job.optionsHash ?? ""
    }
}

extension Digest {
    init(field: Data) throws(ProtocolError) {
        guard let digest = Digest(bytes: field) else {
            throw ProtocolError(.malformed, "A digest has \(field.count) bytes, not \(Digest.byteCount)")
        }
        self = digest
    }
}

extension ItemTextRole {
    fileprivate init(field: String) throws(ProtocolError) {
        guard let role = ItemTextRole(rawValue: field) else {
            throw ProtocolError(.malformed, "A text has a role that this release does not know")
        }
        self = role
    }
}
