internal import LarderModel
internal import LarderProtocol

extension EffectCheck {
    /// The job that goes on elsewhere; nil where the effect is none of a job that may do so.
    ///
    /// - Parameters:
    ///   - effect: Of a job that says that it was redirected to another host.
    ///   - spec: The job's description.
    static func redirected(_ effect: JobEffect, _ spec: [UInt8]) -> JobSpec? {
        var rest = effect
        (rest.found, rest.fetch) = ([], nil)
        guard rest == JobEffect(), effect.found.count == 1, var job = try? JobSpec(serializedBytes: spec),
            job.kind.jobClass == .fetch, let redirect = effect.found[0].spec.redirect,
            redirect.leadsOn(from: job.redirect)
        else { return nil }
        if case .discover(let work) = job.work, work.robotsOrigin != nil { return nil }
        job.redirect = redirect
        return job.serializedBytes().count <= JobLimits.maxSpecBytes ? job : nil
    }
}

extension JobEffect {
    /// Whether it says that its job goes on at another host.
    var isRedirected: Bool { found.contains { $0.spec.redirect != nil } }
}
