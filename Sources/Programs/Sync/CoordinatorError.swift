/// Why the coordinator could not do what was asked.
package struct CoordinatorError: Error, Sendable, CustomStringConvertible {
    package enum Code: String, Sendable, CaseIterable {
        /// The larder's folder cannot be created or written.
        case larderNotWritable = "larder-not-writable"
        /// Another coordinator holds the larder.
        case larderInUse = "larder-in-use"
        /// There is no larder at the given path.
        case noLarder = "no-larder"
        /// No built-in source and no file has that name.
        case unknownSource = "unknown-source"
        /// The larder holds another source of that name.
        case nameTaken = "name-taken"
        /// The worker program is missing.
        case workerMissing = "worker-missing"
        /// Workers exit as soon as they start.
        case workersKeepEnding = "workers-keep-ending"
        case diskFull = "disk-full"
        case cacheUnusable = "cache-unusable"
        /// Something requested does not exist.
        case notFound = "not-found"
        case badSetting = "bad-setting"
        /// A bug of ours.
        case `internal` = "internal"
    }

    package let code: Code
    /// A sentence that names the thing, the limit and the way out.
    package let description: String

    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
