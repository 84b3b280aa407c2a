internal import LarderModel
internal import LarderProtocol

extension EffectCheck {
    /// The job of `spec` with the effect's redirect to another host; nil: the effect is not allowed.
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
    var isRedirected: Bool { found.contains { $0.spec.redirect != nil } }
}
