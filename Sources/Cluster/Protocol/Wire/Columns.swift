internal import struct Foundation.Data

/// Columns to values and back.
extension WireJobColumns {
    /// Packs leases.
    public init(_ leases: some Collection<JobLease>) {
        self.init()
        job = leases.map(\.job)
        attempt = leases.map(\.attempt)
    }

    /// The leases, in order.
    public var leases: [JobLease] { zip(job, attempt).map(JobLease.init(job:attempt:)) }
}

extension WireAssign {
    /// Packs assignments.
    public init(_ jobs: some Collection<AssignedJob>) {
        self.init()
        job = jobs.map(\.lease.job)
        attempt = jobs.map(\.lease.attempt)
        kind = jobs.map(\.kind.rawValue)
        spec = jobs.map { Data($0.spec) }
    }

    /// The assignments; jobs of kinds this program does not know are left out.
    public var jobs: [AssignedJob] {
        job.indices.compactMap { index in
            JobKind(rawValue: kind[index]).map {
                AssignedJob(
                    lease: JobLease(job: job[index], attempt: attempt[index]),
                    kind: $0,
                    spec: [UInt8](spec[index])
                )
            }
        }
    }
}

extension WireResultAck {
    /// Packs answers to results.
    public init(_ answers: some Collection<(lease: JobLease, status: AckStatus)>) {
        self.init()
        job = answers.map(\.lease.job)
        attempt = answers.map(\.lease.attempt)
        status = answers.map(\.status.rawValue)
    }

    /// The leases that were answered.
    public var leases: [JobLease] { zip(job, attempt).map(JobLease.init(job:attempt:)) }
}

extension WireFailure {
    /// Packs a failure.
    public init(_ lease: JobLease, _ reason: FailureReason) {
        self.init()
        job = lease.job
        attempt = lease.attempt
        failureClass = reason.failureClass.rawValue
        code = reason.code
        message = reason.message
        if let wait = reason.retryAfterMs { retryAfterMs = wait }
    }

    /// The lease that failed.
    public var lease: JobLease { JobLease(job: job, attempt: attempt) }

    /// Why; an unknown class counts as one that may heal.
    public var reason: FailureReason {
        FailureReason(
            FailureReason.Class(rawValue: failureClass) ?? .retryable,
            code: code,
            message: message,
            retryAfterMs: hasRetryAfterMs ? retryAfterMs : nil
        )
    }
}
