internal import LarderLedger
internal import LarderModel
internal import LarderSourceDefinitions

/// Why a source of which no list named an item brought none.
struct EmptySource {
    let definition: SourceDefinition

    /// For people.
    ///
    /// - Parameter failed: The first of its jobs that failed; nil: the server answered all of them.
    func sentence(failed: JobReport?) -> String {
        let name = definition.name
        if let failed {
            let reason = failed.message ?? failed.code ?? "see the dead jobs"
            return "\(name) brought no item, as its lists could not be read: \(PlainText.line(reason, maxBytes: 500))"
        }
        let asked = definition.queries.prefix(5).map { "\"\($0.shortened(to: 40))\"" }.joined(separator: ", ")
        let more = definition.queries.count > 5 ? " and \(definition.queries.count - 5) more" : ""
        let what =
            "\(name) brought no item: the server answered, and its lists name none"
            + (asked.isEmpty ? "" : " for \(asked)\(more)") + " that could be read."
        return SourceRegistry.isSample(definition) ? what : "\(what) Check \(keys) in its file."
    }

    /// What a look at the first lists tells that brought nothing to show, for people.
    var lookSentence: String {
        "The first lists of \(definition.name) name no item that could be read. Check \(keys) in its file."
    }

    /// Which keys to check of those that the file has and that say where items are.
    var keys: String {
        var keys: [String] = []
        if !definition.queries.isEmpty { keys.append("`queries`") }
        if !definition.outlets.isEmpty { keys.append("`outlets`") }
        if definition.kind == .json { keys += ["`list`", "`items`", "`fields`"] }
        if definition.kind == .pages, !definition.crawl.follow.isEmpty { keys.append("`follow`") }
        if definition.kind == .wordpress {
            if definition.wordPress.types != WordPressOptions().types { keys.append("`types`") }
            if !definition.wordPress.categories.isEmpty { keys.append("`categories`") }
        }
        if !definition.scope.include.isEmpty { keys.append("`include`") }
        if !definition.scope.exclude.isEmpty { keys.append("`exclude`") }
        keys.append("`base: \(definition.base)`")
        return keys.joined(separator: ", ") + " and `kind: \(definition.kind.rawValue)`"
    }
}
