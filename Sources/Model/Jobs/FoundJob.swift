/// A job that another one found, with what the ledger needs to place it.
package struct FoundJob: Sendable, Hashable, Codable {
    /// What is to be done; its ``JobSpec/urn`` is the job's name.
    package var spec: JobSpec
    /// The host whose limits hold for it, as `host:port`; empty for render jobs.
    package var lane: String
    /// The version of the renderer that would do it: what that made before need not be made again.
    package var readerVersion: Int

    /// A found job.
    package init(spec: JobSpec, lane: String = "", readerVersion: Int = 0) {
        self.spec = spec
        self.lane = lane
        self.readerVersion = readerVersion
    }

    /// The job's name.
    package var urn: JobURN { spec.urn }
}
