internal import LarderModel
internal import LarderProtocol

extension Summary {
    var fetched: String {
        if tally.requests == 0 {
            let hasFailed = tally.kinds.contains { $0.key.jobClass == .fetch && $0.value.dead + $0.value.retries > 0 }
            if hasFailed, tally.fromCache > 0 {
                return "nothing; \(tally.fromCache.counted("answer")) from cache, and what was asked for failed"
            }
            if hasFailed, tally.unusable > 0 {
                return tally.unusable == 1
                    ? "1 answer, which could not be used"
                    : "\(tally.unusable.grouped) answers, none of which could be used"
            }
            if hasFailed { return "nothing; every request failed" }
            return jobs.open > 0 ? "nothing yet" : "nothing; no request was needed"
        }
        if tally.bodies == 0, tally.fromCache > 0 {
            return
                "no body in \(tally.requests.counted("request")): \(tally.notModified.counted("answer")) 304 Not "
                + "Modified, "
                + "\(tally.fromCache.grouped) from cache (\(tally.wireBytes.bytes) of headers)"
        }
        if tally.bodies == 0 {
            return
                "no body: "
                + "\(tally.requests == 1 ? "the only answer was" : "all \(tally.requests.grouped) answers were") "
                + "304 Not Modified (\(tally.wireBytes.bytes) of headers)"
        }
        return
            "\(tally.bodies.counted("body", many: "bodies")), \(tally.wireBytes.bytes) in "
            + "\(tally.requests.counted("request"))"
            + (tally.notModified > 0 ? ", \(tally.notModified.grouped) unchanged (304)" : "")
            + (tally.fromCache > 0 ? ", \(tally.fromCache.grouped) from cache" : "")
    }
}
