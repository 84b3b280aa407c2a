internal import LarderModel
internal import LarderRobots

/// The reading of robots.txt on its own.
///
/// In: `{"kind": "robots", "op": "check", "agent", "url"}` with the file as `"body"`, or as `"body_base64"` where it is not UTF-8,
/// and `"status"` (200).
///
/// Out: `{"allowed": true | false, "crawl_delay": seconds | null, "sitemaps": []}`, and `"rule"`, the line that forbids.
enum RobotsLines {
    static func write(_ request: JSONValue, to json: inout JSONWriter) throws(LineFilter.Refusal) {
        guard request["op"]?.string == "check" else { throw LineFilter.Refusal("\"op\" must be check.") }
        guard let agent = request["agent"]?.string, let url = request["url"]?.string else {
            throw LineFilter.Refusal("\"agent\" and \"url\" must be texts.")
        }
        let body: [UInt8]
        if let encoded = request["body_base64"]?.string {
            body = try LineFilter.bytes(base64: encoded)
        } else {
            body = Array((request["body"]?.string ?? "").utf8)
        }
        let file = RobotsFile(status: request["status"]?.integer ?? 200, body: body)
        let rules = file.rules(for: agent)
        json.member("allowed", rules.isAllowed(url))
        // Not finite, it is written as null.
        json.member("crawl_delay", rules.crawlDelay ?? .nan)
        json.member("sitemaps", strings: file.sitemaps)
        if let rule = rules.forbiddingRule(url) { json.member("rule", rule) }
    }
}
