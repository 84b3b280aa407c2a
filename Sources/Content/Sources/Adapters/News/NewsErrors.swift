internal import LarderModel

/// The meaning of NewsAPI's errors, which come with any status, 200 included.
struct NewsErrors {
    enum Outcome {
        case answer(JSONValue)
        /// The plan gives no more results of this query.
        case resultsLimit(String)
    }

    let rules: StatusRules

    func outcome(_ what: String) throws(ReadFailure) -> Outcome {
        let isSuccess = rules.meaning == .success
        guard let value = isSuccess ? try rules.json() : try? rules.json() else {
            throw rules.statusFailure(what) ?? rules.notFound(what)
        }
        let code = value["code"]?.string ?? ""
        let status = value["status"]?.string
        let isError =
            status?.knownWord.lowercased() == "error" || (!code.isEmpty && status?.isSame(as: "ok") != true)
        guard isError else {
            if let failure = rules.statusFailure(what) { throw failure }
            return .answer(value)
        }
        let said = (value["message"]?.text ?? "").shortened(to: 200)
        if code.isSame(as: "maximumResultsReached") { return .resultsLimit(said) }
        throw failure(code: code, said: said, what)
    }

    private func failure(code: String, said: String, _ what: String) -> ReadFailure {
        switch code.knownWord {
        case "apiKeyDisabled", "apiKeyInvalid", "apiKeyMissing": return rules.keyRefused.saying(said, code: code)
        case "apiKeyExhausted":
            return rules.quotaExhausted("tomorrow (UTC), or when half a day has passed").saying(said, code: code)
        case "rateLimited": return rules.throttled.saying(said, code: code)
        case "sourceDoesNotExist": return rules.notFound("the outlet")
        case "parameterInvalid", "parametersMissing", "sourcesTooMany", "parametersIncompatible",
            "sourceUnavailableSortedBy":
            return rules.failure(
                .permanent,
                .badRequest,
                "the API does not take the request (\(code): \"\(said)\"). Correct the source's file."
            )
        case "unexpectedError":
            return rules.failure(.retryable, .serverError, "the API failed (\"\(said)\").")
        default:
            if let failure = rules.statusFailure(what) { return failure.saying(said, code: code) }
            let message = "the API reports an error (\(code.shortened(to: 60)): \"\(said)\")."
            return rules.failure(.retryable, .sourceError, message)
        }
    }
}
