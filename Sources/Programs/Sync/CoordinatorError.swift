/// Why the coordinator could not do what was asked.
package struct CoordinatorError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    package enum Code: String, Sendable, CaseIterable {
        /// The larder folder cannot be made or written.
        case larderNotWritable = "larder-not-writable"
        /// Another coordinator holds the larder.
        case larderInUse = "larder-in-use"
        /// There is no larder where one was asked for.
        case noLarder = "no-larder"
        /// No source of that name, and no file.
        case unknownSource = "unknown-source"
        /// The name of a source is another one's in this larder.
        case nameTaken = "name-taken"
        /// The worker program is not where it should be.
        case workerMissing = "worker-missing"
        /// Workers end as soon as they start.
        case workersKeepEnding = "workers-keep-ending"
        /// The disk has no room.
        case diskFull = "disk-full"
        /// The cache folder is gone, is another one, or its disk fails.
        case cacheUnusable = "cache-unusable"
        /// Something that was asked for does not exist.
        case notFound = "not-found"
        /// A setting does not fit another one.
        case badSetting = "bad-setting"
        /// A mistake of ours.
        case `internal` = "internal"
    }

    /// The kind of failure.
    package let code: Code
    /// A sentence that names the thing, the limit and the way out.
    package let description: String

    /// Makes an error.
    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
