/// The bounds on what one job may be and bring.
public enum JobLimits {
    /// The longest serialized description of a job, in bytes: 64 KiB.
    public static let maxSpecBytes = 64 << 10
    /// The longest key of a job, in bytes of UTF-8.
    public static let maxKeyBytes = 4096
    /// The largest serialized effect of a job, in bytes: 32 MiB, as large as the largest answer that is read.
    public static let maxEffectBytes = 32 << 20
}
