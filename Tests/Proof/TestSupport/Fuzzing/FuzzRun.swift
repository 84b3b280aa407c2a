internal import Foundation
package import LarderModel

/// Feeds one decoder with damaged samples for a fixed time, and with five at least, and says what went wrong, so that
/// it can be repeated.
///
/// | variable | meaning, default |
/// | --- | --- |
/// | `LARDER_FUZZ_SECONDS` | the time of each run in seconds; 1 |
/// | `LARDER_FUZZ_SEED` | the first case's seed; the time of day. Each further case has the next number. |
/// | `LARDER_FUZZ_INPUT` | one input in base64, which is then the only case |
///
/// A case that fails tells its seed and its input. A case that traps leaves both in a file of the temporary folder,
/// which is named on the standard error output when the run begins. To repeat one:
///
///     LARDER_FUZZ_INPUT=… swift test --filter 'the test'
package struct FuzzRun {
    /// One case.
    package struct Case {
        /// What it was made from.
        package let seed: UInt64
        /// The damaged sample.
        package let bytes: [UInt8]
        /// For whatever else the case needs.
        package var numbers: SeededGenerator
    }

    /// The cases that failed, at most three, each as one line; empty: all is well.
    package private(set) var failures: [String] = []
    /// How many cases there were.
    package private(set) var cases = 0

    private static let environment = ProcessInfo.processInfo.environment
    private static let seconds = Double(environment["LARDER_FUZZ_SECONDS"] ?? "") ?? 1

    /// Runs.
    ///
    /// - Parameters:
    ///   - name: Of the run, in letters and hyphens.
    ///   - mutator: Makes the inputs. Its samples come first, as they are. Nil: cases are made of their numbers alone.
    ///   - maxCaseSeconds: Processor time after which a case counts as failed.
    ///   - check: Returns what is wrong, or nil. What it throws is wrong too.
    package init(
        _ name: String,
        _ mutator: Mutator? = nil,
        maxCaseSeconds: Double = 5,
        _ check: (inout Case) throws -> String?
    ) {
        if let input = Self.environment["LARDER_FUZZ_INPUT"].flatMap({ Data(base64Encoded: $0) }) {
            run(name, seed: Self.firstSeed ?? 0, [UInt8](input), nil, maxCaseSeconds, check)
            return
        }
        let first = Self.firstSeed ?? UInt64(Date().timeIntervalSince1970 * 1000)
        let file = CaseFile(name)
        Self.say(
            "fuzz \(name): LARDER_FUZZ_SEED=\(first) begins; a trap leaves its input in \(file?.path ?? "no file")"
        )
        // A failure that a seed repeats comes first, so samples are left to runs without one.
        for sample in Self.firstSeed == nil ? mutator?.samples ?? [] : [] {
            run(name, seed: first, sample, file, maxCaseSeconds, check)
        }
        let end = ContinuousClock.now + .seconds(Self.seconds)
        var seed = first
        repeat {
            var numbers = SeededGenerator(seed: seed)
            run(name, seed: seed, mutator?.input(&numbers) ?? [], file, maxCaseSeconds, check)
            seed &+= 1
        } while failures.count < 3 && (ContinuousClock.now < end || seed < first &+ 5)
        file?.remove()
        Self.say("fuzz \(name): \(cases) cases")
    }

    private mutating func run(
        _ name: String,
        seed: UInt64,
        _ bytes: [UInt8],
        _ file: CaseFile?,
        _ maxSeconds: Double,
        _ check: (inout Case) throws -> String?
    ) {
        cases += 1
        file?.write("LARDER_FUZZ_SEED=\(seed) LARDER_FUZZ_INPUT=\(Data(bytes).base64EncodedString())\n")
        var item = Case(seed: seed, bytes: bytes, numbers: SeededGenerator(seed: ~seed))
        var problem: String?
        let took = ProcessorTime.seconds {
            do { problem = try check(&item) } catch { problem = "it threw \(error)" }
        }
        if problem == nil, took > maxSeconds { problem = "it took \(took) s, more than \(maxSeconds)" }
        guard let problem else { return }
        let input = bytes.isEmpty ? "" : ", or with LARDER_FUZZ_INPUT=\(Data(bytes).base64EncodedString())"
        failures.append("\(name): \(problem). Repeat with LARDER_FUZZ_SEED=\(seed)\(input)")
    }

    private static var firstSeed: UInt64? { environment["LARDER_FUZZ_SEED"].flatMap { UInt64($0) } }

    private static func say(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}

/// The case under way, in a file that outlives a trap.
private struct CaseFile {
    let path: String
    private let descriptor: Int32

    init?(_ name: String) {
        path = FileManager.default.temporaryDirectory.path + "/larder-fuzz-\(name)-\(getpid())"
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
    }

    func write(_ text: String) {
        let bytes = Array(text.utf8)
        // Whoever reads it sees a whole line or none: a case that cannot be written down is still run.
        guard ftruncate(descriptor, 0) == 0 else { return }
        _ = unsafe pwrite(descriptor, bytes, bytes.count, 0)
    }

    func remove() {
        close(descriptor)
        unsafe unlink(path)
    }
}
