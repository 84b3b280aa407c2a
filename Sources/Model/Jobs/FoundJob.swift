/// A job that another one found, with what the ledger needs to place it.
package struct FoundJob: Sendable, Hashable, Codable {
    /// What is to be done; its ``JobSpec/urn`` is the job's name.
    package var spec: JobSpec
    /// The version of the renderer that would do it: what that made before need not be made again.
    package var readerVersion: Int
    /// Stands for the options of a text, which must be the same too; nil for the defaults.
    package var optionsHash: String?

    /// A found job.
    package init(spec: JobSpec, readerVersion: Int = 0, optionsHash: String? = nil) {
        self.spec = spec
        self.optionsHash = optionsHash
        self.readerVersion = readerVersion
    }

    /// The job's name.
    package var urn: JobURN { spec.urn }
}
