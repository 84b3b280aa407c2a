internal import LarderModel

struct RecipeErrors {
    let rules: StatusRules

    /// - Throws: ``ReadFailure`` for an error in the body whatever the status, any other status, or no JSON.
    func json(_ what: String) throws(ReadFailure) -> JSONValue {
        guard rules.meaning == .success else {
            // The body may say more than the status; where it is no JSON, the status has to do.
            if let value = try? rules.json(), let failure = failure(in: value, what) { throw failure }
            throw rules.statusFailure(what) ?? rules.notFound(what)
        }
        let value = try rules.json()
        if let failure = failure(in: value, what) { throw failure }
        return value
    }

    /// `{"error": text}` (food2fork, forkify v1) or `{"status": "fail" | "error", "message": text}` (forkify v2).
    private func failure(in value: JSONValue, _ what: String) -> ReadFailure? {
        let status = value["status"]?.string?.knownWord.lowercased()
        let said: String
        if let error = value["error"], error != .null, error != .boolean(false) {
            said = error.text ?? error["message"]?.text ?? error.json
        } else if status == "fail" || status == "error" {
            said = value["message"]?.text ?? ""
        } else {
            return nil
        }
        let words = Substring(said.unicodeScalars.prefix(1_000)).lowercased()
        if words == "limit" || words.contains("limit exceeded") || words.contains("quota")
            || words.contains("limit reached")
        {
            return rules.quotaExhausted("tomorrow (UTC)").saying(said)
        }
        if rules.answer.status == 429 { return rules.throttled.saying(said) }
        if words.contains("api key") || words.contains("apikey") || words.contains("invalid key") || words == "key" {
            return rules.keyRefused.saying(said)
        }
        let absent = ["couldn't find", "could not find", "not found", "no recipe", "invalid _id", "invalid id"]
        if absent.contains(where: words.contains), !(rules.isEndpoint && rules.meaning == .notFound) {
            return rules.notFound(what)
        }
        if let failure = rules.statusFailure(what) { return failure.saying(said) }
        return rules.failure(.retryable, .sourceError, "the API reports an error: \"\(said.shortened(to: 200))\".")
    }
}
