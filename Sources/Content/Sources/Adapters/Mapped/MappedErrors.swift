internal import LarderModel
internal import LarderSourceDefinitions

/// The meaning of a mapped API's errors, in the API's own words where it has some.
struct MappedErrors {
    let mapping: SourceMapping
    let rules: StatusRules

    enum Outcome {
        case answer(JSONValue)
        /// The list ends here; the API's sentence where it gives a reason.
        case end(String?)
        /// The page is not there, though the page before named it.
        case missing
    }

    func outcome(_ what: String, isBehindFirst: Bool = false) throws(ReadFailure) -> Outcome {
        guard rules.meaning == .success else {
            let value = try? rules.json()
            let code = value.flatMap(errorCode) ?? ""
            if isBehindFirst {
                if mapping.paging.endCodes.contains(code) {
                    return .end(rules.answer.status == 400 ? nil : value.flatMap(sentence))
                }
                let (status, isNamed) = (rules.answer.status, mapping.paging.form.isNamedByAnswers)
                if isNamed, [404, 410, 416].contains(status) { return .missing }
                if !isNamed, [404, 416].contains(status) { return .end(nil) }
            }
            throw saying(value, rules.statusFailure(what) ?? rules.notFound(what))
        }
        let value = try json()
        guard isError(value) else { return .answer(value) }
        let code = errorCode(value) ?? ""
        if isBehindFirst, mapping.paging.endCodes.contains(code) { return .end(sentence(value) ?? code) }
        throw failure(value, code)
    }

    /// The body: one JSON value, or a list of values that stand in lines of their own.
    private func json() throws(ReadFailure) -> JSONValue {
        do throws(ReadFailure) {
            return try rules.json()
        } catch {
            let lines = rules.answer.body.split(separator: UInt8(ascii: "\n")).filter { line in
                line.contains { $0 > 0x20 }
            }
            guard lines.count > 1, error.code == .unreadable, let first = lines.first,
                first.first(where: { $0 > 0x20 }).map({ $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }) == true
            else { throw error }
            var items: [JSONValue] = []
            var left = RecordBound.jsonValues.limit
            for line in lines {
                guard left > 0, let value = try? JSONParser.parse(Array(line), maxValues: left) else { throw error }
                items.append(value)
                left -= 1 + (value.members?.count ?? value.items?.count ?? 0)
            }
            return .array(items)
        }
    }

    // MARK: Envelopes

    private func isError(_ value: JSONValue) -> Bool {
        guard let when = mapping.error?.when, !when.isEmpty else { return false }
        return when.contains { condition in
            guard let found = condition.pointer.value(in: value) else { return false }
            guard let wanted = condition.value else { return !found.isBlank && found != .boolean(false) }
            return (found.text ?? found.json).isSame(as: wanted)
        }
    }

    private func errorCode(_ value: JSONValue) -> String? {
        mapping.error?.code.first(in: value) { $0.text?.nonEmpty } ?? value["code"]?.text
            ?? value["error"]?["code"]?.text
    }

    /// The API's sentence, at most 200 characters.
    private func sentence(_ value: JSONValue) -> String? {
        let usual = ["message", "error", "detail", "error_description", "title", "reason"]
        let text =
            mapping.error?.message.first(in: value) { $0.text?.nonEmpty }
            ?? usual.firstNonNil { value[$0]?.string?.nonEmpty }
            ?? value["error"]?["message"]?.string
            ?? value["errors"]?.items?.first.flatMap { $0["message"]?.string ?? $0.string }
        return text?.trimmedSpace.nonEmpty?.shortened(to: 200)
    }

    func saying(_ value: JSONValue?, _ failure: ReadFailure) -> ReadFailure {
        value.flatMap(sentence).map { failure.saying($0) } ?? failure
    }

    private func failure(_ value: JSONValue, _ code: String) -> ReadFailure {
        let words = String((code + " " + (sentence(value) ?? "")).unicodeScalars.prefix(400)).lowercased()
        let all = words.filter { $0 != " " && $0 != "-" && $0 != "_" }
        let failure =
            if all.contains("quota") || all.contains("exhausted") || all.contains("dailylimit") {
                rules.quotaExhausted("tomorrow (UTC)")
            } else if all.contains("apikey") || all.contains("unauthorized") || all.contains("invalidkey") {
                rules.keyRefused
            } else if all.contains("ratelimit") || all.contains("toomanyrequests") {
                rules.throttled
            } else {
                rules.failure(
                    .retryable,
                    .sourceError,
                    "the API reports an error\(code.isEmpty ? "" : " (\(code.shortened(to: 60)))")."
                )
            }
        return saying(value, failure)
    }
}
