internal import LarderCache
internal import LarderModel

/// A blob that a result names.
struct NamedBlob: Hashable {
    var digest: Digest
    var byteCount: Int?

    /// Whether the cache has it in this length; its bytes are not read.
    func isIn(_ cache: DiskCache) throws(CacheError) -> Bool {
        guard let length = try cache.freshLength(of: digest) else { return false }
        return byteCount.map { $0 == length } ?? true
    }
}

extension JobEffect {
    /// Every blob that the catalog's rows and the found jobs would name.
    var blobs: Set<NamedBlob> {
        var blobs: Set<NamedBlob> = []
        for image in images { blobs.insert(NamedBlob(digest: image.digest, byteCount: image.byteCount)) }
        for variant in decodings.flatMap(\.variants) {
            blobs.insert(NamedBlob(digest: variant.digest, byteCount: variant.byteCount))
        }
        for text in texts {
            blobs.insert(NamedBlob(digest: text.htmlDigest))
            for page in text.pages { blobs.insert(NamedBlob(digest: page.digest)) }
        }
        for case let digest? in provenance.values.map(\.digest) { blobs.insert(NamedBlob(digest: digest)) }
        for job in found {
            switch job.spec.work {
            case .imageDecode(let work): blobs.insert(NamedBlob(digest: work.digest))
            case .text(let work): for page in work.pages { blobs.insert(NamedBlob(digest: page.digest)) }
            case .page(let work): for page in work.earlier { blobs.insert(NamedBlob(digest: page.digest)) }
            default: break
            }
        }
        return blobs
    }
}
