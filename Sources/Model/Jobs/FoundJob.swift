/// A job that another job found, with what the ledger needs to place it.
package struct FoundJob: Sendable, Hashable, Codable {
    /// Its ``JobSpec/urn`` is the job's name.
    package var spec: JobSpec
    /// The version of the renderer: what the same version made before need not be made again.
    package var readerVersion: Int
    /// The hash of a text's options, which must be the same too; nil for the defaults.
    package var optionsHash: String?

    package init(spec: JobSpec, readerVersion: Int = 0, optionsHash: String? = nil) {
        self.spec = spec
        self.optionsHash = optionsHash
        self.readerVersion = readerVersion
    }

    package var urn: JobURN { spec.urn }
}
