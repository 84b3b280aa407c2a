import LarderModel
import LarderProtocol

@testable import LarderPageReading
@testable import LarderSourceAdapters
@testable import LarderSourceDefinitions

/// What must hold of any reading of any answer.
enum AnswerCheck {
    /// What is wrong with the reading; nil: it is bounded, names only web addresses and depends on nothing but the
    /// bytes.
    static func problem(_ reader: any SourceReader, _ answer: SourceAnswer, _ spec: JobSpec) throws -> String? {
        do {
            let reading = try reader.read(answer, for: spec)
            guard try reader.read(answer, for: spec) == reading else { return "two readings of the same bytes differ" }
            let effect = reading.effect
            guard try JobEffect(serializedBytes: effect.serializedBytes()) == effect else {
                return "the effect changes on its way"
            }
            guard reading.effect.notes.count <= RecordBound.notes.limit else {
                return "there are \(reading.effect.notes.count) notes"
            }
            for job in reading.effect.found {
                guard job.key.utf8.count < 600, job.key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                    return "a job's key is \(job.key.debugDescription)"
                }
                guard job.urn.kind != .text else { continue }
                let request = try reader.request(for: job.spec)
                guard request.url.hasPrefix("http://") || request.url.hasPrefix("https://") else {
                    return "a job asks for \(request.url)"
                }
                if let url = job.spec.url {
                    guard request.lane == WebAddress(url)?.hostPort else { return "\(url) waits in \(request.lane)" }
                }
            }
        } catch let failure as ReadFailure {
            guard failure.message.utf8.count < 2_000 else { return "a message of \(failure.message.utf8.count) bytes" }
        }
        return nil
    }
}
