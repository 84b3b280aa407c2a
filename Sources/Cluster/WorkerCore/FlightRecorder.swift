internal import Glibc
package import LarderModel
internal import LarderProtocol
internal import Synchronization
internal import SystemPackage

/// Records what each of a worker's jobs does, in a small file that can be read when the worker is dead.
///
/// One record of 32 bytes for each place: job, attempt and phase; all zero for none. The file is mapped into memory
/// (mmap(2), `MAP_SHARED`), so recording costs no call and outlives the process. A record's job is written last: a
/// reader sees a whole record or none. Records of different places may be written from different threads.
///
/// Unchecked, because the only state is the address of the mapping, which never changes, and its words are atomic.
@safe package final class FlightRecorder: @unchecked Sendable {
    /// The longest phase that is kept, in bytes.
    package static let maxPhaseBytes = 16
    private static let recordBytes = 32
    /// Records that are read at most.
    private static let maxRecords = 2048

    /// Four for each record.
    private let words: UnsafeMutablePointer<Atomic<UInt64>>

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
                .readWrite,
                options: options,
                permissions: .ownerReadWrite
            )
        else { return nil }
        defer { try? file.close() }  // the mapping stays
        // Written, not only sized: a page without room on the disk would end the process when it is touched.
        let room = [UInt8](repeating: 0, count: Self.maxRecords * Self.recordBytes)
        guard (try? file.writeAll(toAbsoluteOffset: 0, room)) != nil,
            let memory = unsafe mmap(nil, room.count, PROT_READ | PROT_WRITE, MAP_SHARED, file.rawValue, 0),
            unsafe memory != MAP_FAILED
        else {
            _ = unsafe unlink(path)
            return nil
        }
        unsafe words = memory.bindMemory(to: Atomic<UInt64>.self, capacity: room.count / 8)
    }

    deinit { unsafe munmap(words, Self.maxRecords * Self.recordBytes) }

    /// Records what the job in a place does.
    package func note(_ phase: String, of lease: JobLease, at place: Int) {
        var name: (UInt64, UInt64) = (0, 0)
        for (index, byte) in phase.utf8.prefix(Self.maxPhaseBytes).enumerated() {
            let bits = UInt64(byte) << UInt64(index % 8 * 8)
            if index < 8 { name.0 |= bits } else { name.1 |= bits }
        }
        clear(place)
        store(lease.attempt.rawValue, at: place, 1)
        store(name.0, at: place, 2)
        store(name.1, at: place, 3)
        store(lease.job.rawValue, at: place, 0)
    }

    package func clear(_ place: Int) { store(0, at: place, 0) }

    private func store(_ value: UInt64, at place: Int, _ word: Int) {
        guard place < Self.maxRecords else { return }
        unsafe words[place * 4 + word].store(value.littleEndian, ordering: .releasing)
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
