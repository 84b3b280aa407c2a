import LarderModel
import LarderProtocol
import LarderTestSupport
import Testing

/// Damaged descriptions and effects: each is read and stays what it was read as, or is refused with a reason.
@Suite("Mapping fuzz") struct MappingFuzzTests {
    @Test func `whatever is read of an effect stays as it was read`() {
        let samples = [
            PackedEffect.inline(SampleRecords.effect).serializedBytes(),
            PackedEffect.spilled(SampleRecords.digest(7), bytes: 300).serializedBytes(),
        ]
        let run = FuzzRun("effects", Mutator(.fields(after: 0), samples: samples)) { item in
            let bytes = item.bytes
            // A note whose code cannot be used gets one of nine bytes.
            var notes = 0
            if case .inline(let effect)? = try? PackedEffect(serializedBytes: bytes) { notes = effect.notes.count }
            return Self.problem(bytes, mayGrowBy: 9 * notes) { (bytes: [UInt8]) throws(ProtocolError) in
                try PackedEffect(serializedBytes: bytes).serializedBytes()
            }
        }
        #expect(run.failures.isEmpty, "\(run.failures.joined(separator: "\n"))")
    }

    @Test func `whatever is read of a description stays as it was read`() {
        let samples = SampleRecords.specs.map { $0.serializedBytes() }
        let run = FuzzRun("descriptions", Mutator(.fields(after: 0), samples: samples)) { item in
            let bytes = item.bytes
            return Self.problem(bytes) { (bytes: [UInt8]) throws(ProtocolError) in
                let spec = try JobSpec(serializedBytes: bytes)
                // The job's name is made of what a peer said.
                _ = (spec.urn.description, spec.subjectURN)
                return spec.serializedBytes()
            }
        }
        #expect(run.failures.isEmpty, "\(run.failures.joined(separator: "\n"))")
    }

    /// - Parameter rewritten: Reads bytes and writes what it read.
    private static func problem(
        _ bytes: [UInt8],
        mayGrowBy growth: Int = 0,
        rewritten: ([UInt8]) throws(ProtocolError) -> [UInt8]
    ) -> String? {
        let written: [UInt8]
        do throws(ProtocolError) {
            written = try rewritten(bytes)
        } catch {
            guard error.code == .malformed else { return "the refusal is \(error.code)" }
            return error.description.utf8.count < 400
                ? nil : "the refusal is \(error.description.utf8.count) bytes long"
        }
        guard written.count <= bytes.count + growth else { return "\(bytes.count) bytes became \(written.count)" }
        do throws(ProtocolError) {
            return try rewritten(written) == written ? nil : "what was read reads otherwise when it is written"
        } catch {
            return "what was written is refused: \(error)"
        }
    }
}
