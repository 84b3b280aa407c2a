internal import LarderCache
internal import LarderModel

/// Why the coordinator could not do what was asked.
package struct CoordinatorError: Error, Sendable, CustomStringConvertible {
    package enum Code: String, Sendable, CaseIterable {
        case larderNotWritable = "larder-not-writable"
        case larderInUse = "larder-in-use"
        case noLarder = "no-larder"
        case unknownSource = "unknown-source"
        case nameTaken = "name-taken"
        case workerMissing = "worker-missing"
        case workersKeepEnding = "workers-keep-ending"
        case diskFull = "disk-full"
        /// The cache folder is gone, is another one, or its disk fails.
        case cacheUnusable = "cache-unusable"
        case notFound = "not-found"
        case badSetting = "bad-setting"
        case `internal` = "internal"
    }

    package let code: Code
    /// A sentence that names the thing, the limit and the way out.
    package let description: String

    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// The error for a source that is none of the larder's `names`.
    package static func unknownSource(_ name: String, among names: [String], _ into: String) -> CoordinatorError {
        let shown = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and \(names.count - 5) more" : "")
        let near = NearestWord.find(name, in: names).map { " Did you mean \($0)?" } ?? ""
        return CoordinatorError(
            .unknownSource,
            "The larder has no source \"\(name)\".\(near) It holds \(names.isEmpty ? "none" : shown). `coordinator "
                + "status\(TypedCommand.into(into))` tells what of each."
        )
    }

    init(cache trouble: CacheError) {
        let codes: [CacheError.Code: Code] = [.full: .diskFull, .notWritable: .larderNotWritable]
        self.init(
            codes[trouble.code] ?? .cacheUnusable,
            "The larder's cache folder cannot be used: \(trouble.message) Nothing that was committed is lost: type "
                + "the same command to go on when it can be used again."
        )
    }
}
