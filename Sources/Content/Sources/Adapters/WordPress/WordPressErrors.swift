internal import LarderModel

/// What a WordPress site means by its errors: `{"code", "message", "data": {"status"}}` with a status of 400 and above.
struct WordPressErrors {
    let rules: StatusRules
    private let json: JSONValue?

    init(rules: StatusRules) {
        self.rules = rules
        json = try? rules.json()
    }

    /// The error's code; nil: the answer is no error of WordPress.
    var code: String? { json?["data"] == nil ? nil : json?["code"]?.string }

    /// A site may also answer an address that it does not know with its front page, and status 200.
    var hasNoRoute: Bool {
        switch rules.meaning {
        case .notFound: code == nil || code == "rest_no_route"
        case .success: PageReading.isHTML(rules.answer)
        default: false
        }
    }

    func items(_ what: String) throws(ReadFailure) -> [JSONValue] {
        if let code, rules.meaning != .success {
            let said = "\(code.shortened(to: 60)): \"\((json?["message"]?.string ?? "").shortened(to: 200))\""
            switch code {
            case "rest_forbidden", "rest_cannot_access", "rest_not_logged_in", "rest_login_required",
                "rest_disabled", "rest_cannot_read":
                throw rules.failure(
                    .permanent,
                    .pageRefused,
                    "the site does not give \(what) to everybody (\(said)). "
                        + "Use `kind: sitemap` or `kind: feed` instead."
                )
            default:
                guard rules.meaning == .badRequest || rules.meaning == .notFound else { break }
                let advice = code == "rest_no_route" ? " Check \(rules.placeAndKind)." : ""
                throw rules.failure(.permanent, .badRequest, "the site does not take the request (\(said)).\(advice)")
            }
        }
        if let failure = rules.statusFailure(what) { throw failure }
        guard let items = try rules.json().items else { throw rules.otherForm("JSON, and no list as WordPress gives") }
        return items
    }
}
