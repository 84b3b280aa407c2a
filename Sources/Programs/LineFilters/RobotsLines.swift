internal import LarderModel
internal import LarderRobots

/// A robots.txt as a line of `worker extract`.
///
/// In: `{"kind": "robots", "op": "check", "agent", "url"}` with the file as `"body"`, or as `"body_base64"` where it is
/// not UTF-8, and `"status"` (200).
///
/// Out: `{"allowed": true | false, "crawl_delay": seconds | null, "sitemaps": []}`, and `"rule"`, the line that
/// forbids.
enum RobotsLines {
    static func write(_ request: JSONValue, to json: inout JSONWriter) throws(LineFilter.Refusal) {
        guard request["op"]?.string == "check" else { throw LineFilter.Refusal("\"op\" must be check.") }
        guard let agent = request["agent"]?.string, let url = request["url"]?.string else {
            throw LineFilter.Refusal("\"agent\" and \"url\" must be texts.")
        }
        let text = request["body"]?.string ?? ""
        let body = try LineFilter.bytes(of: request, at: "body_base64", or: text, refusal: "")
        let file = RobotsFile(status: request["status"]?.integer ?? 200, body: body)
        let rules = file.rules(for: agent)
        json.member("allowed", rules.isAllowed(url))
        // Not finite, it is written as null.
        json.member("crawl_delay", rules.crawlDelay ?? .nan)
        json.member("sitemaps", strings: file.sitemaps)
        json.member("rule", some: rules.forbiddingRule(url))
    }
}
