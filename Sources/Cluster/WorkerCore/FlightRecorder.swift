internal import Glibc
package import LarderModel
internal import LarderProtocol
internal import SystemPackage

/// Records what each of a worker's jobs does, in a small file that can be read when the worker is dead.
///
/// One record of 32 bytes for each place: job, attempt and phase; all zero for none. A record is written with one call,
/// so a reader never sees half of one, and what was written outlives the process.
package final class FlightRecorder: Sendable {
    /// The longest phase that is kept, in bytes.
    package static let maxPhaseBytes = 16
    private static let recordBytes = 32
    /// On the stack: several are written for each job.
    private typealias Record = InlineArray<32, UInt8>
    /// Records that are read at most.
    private static let maxRecords = 2048

    private let file: FileDescriptor

    /// Makes a file with room for every record, in place of an earlier one; nil: there is no file, as it could not be
    /// made.
    ///
    /// An empty file means that nothing ran, so a file that cannot be written must not stay.
    package init?(path: String) {
        _ = unsafe unlink(path)
        let options: FileDescriptor.OpenOptions = [.create, .exclusiveCreate, .closeOnExec]
        guard
            let file = try? FileDescriptor.open(
                FilePath(path),
                .writeOnly,
                options: options,
                permissions: .ownerReadWrite
            )
        else { return nil }
        let room = [UInt8](repeating: 0, count: Self.maxRecords * Self.recordBytes)
        guard (try? file.writeAll(toAbsoluteOffset: 0, room)) != nil else {
            _ = unsafe unlink(path)
            try? file.close()
            return nil
        }
        self.file = file
    }

    deinit {
        try? file.close()  // every note was written when it was made
    }

    /// Records what the job in a place does.
    package func note(_ phase: String, of lease: JobLease, at place: Int) {
        var record = Record(repeating: 0)
        for index in 0..<8 {
            record[index] = UInt8(truncatingIfNeeded: lease.job.rawValue >> UInt64(index * 8))
            record[8 + index] = UInt8(truncatingIfNeeded: lease.attempt.rawValue >> UInt64(index * 8))
        }
        for (index, byte) in zip(16..., phase.utf8.prefix(Self.maxPhaseBytes)) { record[index] = byte }
        write(record, at: place)
    }

    package func clear(_ place: Int) { write(Record(repeating: 0), at: place) }

    private func write(_ record: Record, at place: Int) {
        guard place < Self.maxRecords else { return }
        let offset = Int64(place * Self.recordBytes)
        // A record that the disk refuses is missed where the worker dies; the job goes on.
        _ = unsafe record.span.withUnsafeBytes { try? unsafe file.write(toAbsoluteOffset: offset, $0) }
    }

    /// The jobs that ran when a file was written last, and their phases; nil when it cannot be read.
    package static func read(path: String) -> [(lease: JobLease, phase: String)]? {
        guard let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec) else { return nil }
        defer { try? file.close() }
        let size = maxRecords * recordBytes
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = (try? unsafe file.read(fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
        }
        guard bytes.count == size else { return nil }
        return stride(from: 0, to: bytes.count - recordBytes + 1, by: recordBytes).compactMap { start in
            let number = { (offset: Int) in
                (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[start + offset + $1]) << UInt64($1 * 8) }
            }
            let lease = JobLease(job: JobID(number(0)), attempt: Attempt(number(8)))
            guard lease.job != 0 else { return nil }
            let phase = bytes[(start + 16)..<(start + recordBytes)].prefix { $0 != 0 }
            return (lease, String(decoding: phase, as: UTF8.self))
        }
    }
}
