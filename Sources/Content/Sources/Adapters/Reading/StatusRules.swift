internal import LarderModel
internal import LarderSourceDefinitions

/// The failures of statuses and of broken answers, the same for every API; see ``StatusMeaning``.
struct StatusRules {
    let definition: SourceDefinition
    let answer: SourceAnswer
    /// Whether the file alone gives the address, so that the file is wrong where nothing is there.
    var isEndpoint = false

    private var where_: String { "\(definition.name): \(answer.redactedURL)" }

    private var pause: Duration? {
        if let pause = RetryAfter.pause(in: answer.headers, receivedAtMs: answer.fetchedAtMs) { return pause }
        guard answer.status == 429 else { return nil }
        let limit = RateLimit.pause(in: answer.headers, receivedAtMs: answer.fetchedAtMs) ?? .zero
        return limit > .zero ? limit : nil
    }

    var meaning: StatusMeaning {
        let meaning = StatusMeaning(answer.status, pause: pause)
        return meaning == .success && isPart ? .incomplete : meaning
    }

    /// Whether the answer says that it has some bytes of the whole (RFC 9110 §14.4), under whatever status.
    private var isPart: Bool {
        guard let range = answer.header("content-range")?.lowercased(), range.hasPrefix("bytes") else { return false }
        let numbers = range.split { !$0.isNumber }.compactMap { Int($0) }
        return numbers.count != 3 || numbers[0] > 0 || numbers[2] - numbers[1] > 1
    }

    func failure(_ failureClass: ReadFailure.Class, _ code: ReadFailure.Code, _ message: String) -> ReadFailure {
        ReadFailure(failureClass, code, "\(where_): \(message)")
    }

    /// The JSON of the body, or why it is none.
    func json() throws(ReadFailure) -> JSONValue {
        guard answer.body.count <= RecordBound.answerBytes.limit else {
            throw failure(
                .permanent,
                .tooLarge,
                "the answer has \(answer.body.count) bytes; at most \(RecordBound.answerBytes.limit) are read."
            )
        }
        do throws(JSONError) {
            return try JSONParser.parse(answer.body)
        } catch {
            guard !error.isLimit else { throw beyondLimits(error) }
            let type = answer.contentType.map { " (content type \($0.shortened(to: 60)))" } ?? ""
            let start = answer.body.first { !($0 == 0x20 || (0x09...0x0D).contains($0)) }
            let what =
                switch start {
                case nil: "the answer is empty"
                case UInt8(ascii: "<"): throw otherForm("a web page or XML instead of JSON\(type)")
                default: "the answer is no whole JSON: \(error)"
                }
            let message = "\(what)\(type). It is asked for again; if that does not help, check \(placeAndKind)."
            throw failure(.retryable, .unreadable, message)
        }
    }

    /// The items of a list in the answer; null is an empty list.
    func list(_ name: String, _ value: JSONValue?) throws(ReadFailure) -> [JSONValue] {
        switch value {
        case .array(let items): return items
        case .null: return []
        default:
            let message =
                "the answer has no list \"\(name)\". It is asked for again; if that does not help, check "
                + "\(placeAndKind)."
            throw failure(.retryable, .unreadable, message)
        }
    }

    private func beyondLimits(_ error: JSONError) -> ReadFailure {
        failure(
            .permanent,
            .tooLarge,
            "the answer is JSON that is not read: \(error). At most \(RecordBound.jsonValues.limit.grouped) values are "
                + "read, \(RecordBound.jsonDepth.limit) levels deep."
        )
    }

    /// The failure of a whole answer that no source of this kind gives.
    func otherForm(_ what: String) -> ReadFailure {
        failure(
            .retryable,
            .otherForm,
            "the answer is \(what). Check \(placeAndKind), and whether a browser gets the same there "
                + "without logging in."
        )
    }

    var keyRefused: ReadFailure {
        let status = meaning == .refused ? " (status \(answer.status))" : ""
        let advice =
            if let variable = definition.key?.environment {
                "the API refuses the key, which was sent \(keyPlace); check the environment variable \(variable), and "
                    + "in the API's documentation where the key goes."
            } else if !SourceDefinition.keyNames(of: definition.kind).contains("key") {
                "the server gives it to nobody without a login\(status). If you have one, add `headers` "
                    + "to the source's file, as the page Sources tells under \"Logins\"."
            } else {
                "the API wants a key\(status); add `key: {environment: NAME}` to the source's file."
            }
        return failure(.permanent, .keyRefused, advice)
    }

    private var keyPlace: String {
        switch definition.key?.place {
        case .header(let name): "in the header field \(name)"
        case .query(let name): "as the parameter \(name)"
        case .bearer: "as `Authorization: Bearer`"
        case nil: "as APIs of `kind: \(definition.kind.rawValue)` want it"
        }
    }

    /// - Parameter renewal: When there will be calls again, such as "tomorrow (UTC)".
    func quotaExhausted(_ renewal: String) -> ReadFailure {
        let when = pause.map { "in \(DurationText.text($0))" } ?? renewal
        let message = "the API's calls are spent. Come again \(when) and run the sync once more: what is there stays."
        return failure(.permanent, .quotaExhausted, message)
    }

    var throttled: ReadFailure {
        failure(
            .throttled(retryAfter: pause),
            .throttled,
            "\(PauseText.text(pause, longest: definition.retry.pause)) If it keeps doing so, raise `politeness.delay`."
        )
    }

    func notFound(_ what: String) -> ReadFailure {
        failure(.permanent, .notFound, "\(what) is not there (any more).")
    }

    /// The keys of the file that say where and how to ask.
    var placeAndKind: String {
        let keys = placeKeys.map { "`\($0)`, " }.joined()
        return "\(keys)`base: \(definition.base)` and `kind: \(definition.kind.rawValue)` in the source's file"
    }

    /// Further keys of the file that say where lists are.
    private var placeKeys: [String] {
        switch definition.kind {
        case .wordpress: definition.wordPress.types == WordPressOptions().types ? [] : ["types"]
        case .mediawiki: definition.mediaWiki.namespaces == MediaWikiOptions().namespaces ? [] : ["namespaces"]
        case .feed: definition.feed.feeds.isEmpty ? [] : ["feeds"]
        case .sitemap: definition.sitemaps.files.isEmpty ? [] : ["sitemaps"]
        case .json where isEndpoint: definition.mapping?.list.path.nonEmpty == nil ? [] : ["list"]
        default: []
        }
    }

    private func nothingThere(_ what: String) -> ReadFailure {
        guard isEndpoint else {
            return failure(.permanent, .notFound, "\(what) is not there (any more): status \(answer.status).")
        }
        let message =
            "the server knows no such address (status \(answer.status)), where a source of this kind has "
            + "\(what). Check \(placeAndKind)."
        return failure(.permanent, .notFound, message)
    }

    /// The failure that the status alone means; nil for 200 and 203.
    func statusFailure(_ what: String) -> ReadFailure? {
        switch meaning {
        case .success: nil
        case .notYet:
            failure(.retryable, .noContent, "the server has not made \(what) yet (status \(answer.status)).")
        case .incomplete:
            failure(
                .retryable,
                .unreadable,
                "the server sent a part of \(what) (status \(answer.status)\(isPart ? " with Content-Range" : "")), and all of "
                    + "it was asked for."
            )
        case .noContent:
            failure(
                .permanent,
                .noContent,
                "the server gives no content for \(what) (status \(answer.status)). `coordinator retry` asks again."
            )
        case .refused: keyRefused
        case .paymentRequired: quotaExhausted("when the plan's period begins anew")
        case .notFound: nothingThere(what)
        case .throttled: throttled
        case .retryable:
            failure(.retryable, .serverError, "the server failed with status \(answer.status).")
        case .badRequest:
            failure(
                .permanent,
                .badRequest,
                "the source does not take the request (status \(answer.status))."
                    + (isEndpoint ? " Check what is asked for there, \(placeAndKind)." : "")
            )
        case .legallyRefused:
            failure(.permanent, .badRequest, "the source refuses the request by law (status \(answer.status)).")
        case .unexpected:
            failure(.permanent, .unexpectedStatus, "status \(answer.status) was not expected here.")
        }
    }
}

package enum PauseText {
    /// The pause that a host asks for, and the pause that it gets where that is less.
    package static func text(_ pause: Duration?, longest: Duration) -> String {
        guard let pause else { return "the host asks for a pause." }
        let asked = "the host asks for a pause of \(DurationText.text(pause))"
        guard pause > longest else { return asked + "." }
        return asked + "; it gets \(DurationText.text(longest)), the most that `retry.pause` grants."
    }
}
