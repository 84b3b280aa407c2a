/// The bounds on what one job may be and bring.
package enum JobLimits {
    /// The longest serialized description of a job, in bytes: 64 KiB.
    package static let maxSpecBytes = 64 << 10
    /// The longest key of a job, in bytes of UTF-8.
    package static let maxKeyBytes = 4096
    /// The most redirects that are followed for one answer.
    package static let maxRedirects = 5
    /// The largest serialized effect of a job, in bytes.
    package static let maxEffectBytes = RecordBound.effectBytes.limit
    /// The longest serialized ``Revalidation``, in bytes: an answer with longer validators is looked up in the cache.
    package static let maxRevalidationBytes = 1024
}
