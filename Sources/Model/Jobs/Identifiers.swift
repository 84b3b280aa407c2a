/// A number that names a thing of one kind: a `JobID` is no `LaneID`.
public protocol Identifier: RawRepresentable, Hashable, Strideable, Sendable, ExpressibleByIntegerLiteral,
    CustomStringConvertible
where RawValue: FixedWidthInteger & Sendable, IntegerLiteralType == RawValue {
    /// Names a thing by its number.
    init(rawValue: RawValue)
}

extension Identifier {
    /// Keeps the bits of a number of another width or sign.
    @inlinable public init(_ number: some BinaryInteger) { self.init(rawValue: RawValue(truncatingIfNeeded: number)) }

    /// Names a thing by a constant.
    @inlinable public init(integerLiteral value: RawValue) { self.init(rawValue: value) }

    /// Hashes the number in one step.
    ///
    /// The standard library's default for a `RawRepresentable` takes three steps, which slowed down dispatching by a
    /// tenth.
    @inlinable public func _rawHashValue(seed: Int) -> Int { rawValue._rawHashValue(seed: seed) }

    /// The digits of the number.
    public var description: String { String(rawValue) }

    /// How many numbers the other is ahead.
    @inlinable public func distance(to other: Self) -> Int { Int(truncatingIfNeeded: other.rawValue &- rawValue) }

    /// The number so many ahead.
    @inlinable public func advanced(by count: Int) -> Self {
        Self(rawValue: rawValue &+ RawValue(truncatingIfNeeded: count))
    }

    /// Whether both are the same number.
    @inlinable public static func == (one: Self, other: Self) -> Bool { one.rawValue == other.rawValue }

    /// Whether the one number is below the other.
    @inlinable public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// The ledger's number of a job; stable for the life of the job.
package struct JobID: Identifier {
    /// From 1; 0: no job.
    package let rawValue: UInt64

    @inlinable package init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// The number of one lease of a job, unique over all coordinator starts.
package struct Attempt: Identifier {
    /// Grows from lease to lease; the epoch is in the upper 24 bits.
    package let rawValue: UInt64

    @inlinable package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The number before the first lease of a coordinator start.
    package init(epoch: UInt64) { self.init(rawValue: epoch << 40) }

    /// The coordinator start that gave the lease.
    package var epoch: UInt64 { rawValue >> 40 }
}

/// The number of one connection of a worker, given by the coordinator when it accepts a HELLO.
package struct SessionID: Identifier {
    /// Grows from connection to connection; 0: none yet.
    package let rawValue: UInt64

    @inlinable package init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// The ledger's number of a lane.
package struct LaneID: Identifier {
    /// The row in the table `lane`.
    package let rawValue: Int64

    @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// One lease of one job: what a result must name to count.
package struct JobLease: Sendable, Hashable {
    package var job: JobID
    package var attempt: Attempt

    package init(job: JobID, attempt: Attempt) {
        self.job = job
        self.attempt = attempt
    }
}
