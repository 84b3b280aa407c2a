internal import Foundation
internal import Synchronization

/// The library that is preloaded into coordinators and workers, and the file that controls it; see `ChaosShim.h`.
///
/// The file holds for every process that was started with ``environment``, also for those that are started
/// later.
package final class Shim: Sendable {
    /// Where the build put it.
    package static var library: String { Binary.folder + "/libChaosShim.so" }
    /// Why it cannot be used; nil: it can.
    package static var obstacle: String? {
        FileManager.default.fileExists(atPath: library)
            ? nil : "\(library) is missing (swift build --product ChaosShim)"
    }

    /// The numbers of the control file, in its order.
    private struct Settings: Sendable {
        var clockOffset: Int64 = 0
        var error: Int64 = 0
        var share: Int64 = 0
        var programs: Int64 = 0
        var seed: Int64
        var lastChange: Int64 = 0

        var bytes: Data {
            [clockOffset, error, share, programs, seed, lastChange].reduce(into: Data()) { data, number in
                unsafe withUnsafeBytes(of: number) { unsafe data.append(contentsOf: $0) }
            }
        }
    }

    private let settings: Mutex<Settings>
    private let control: String
    private let folder: String

    /// - Parameters:
    ///   - control: The path of the control file to make.
    ///   - folder: The folder whose calls may fail; it need not be there.
    ///   - lastChange: The call, from 1, that changes a file of the folder and before which each process is killed;
    ///     nil: none.
    package init(control: String, folder: String, seed: UInt64, lastChange: Int? = nil) throws {
        self.control = control
        self.folder = folder
        let settings = Settings(seed: Int64(bitPattern: seed), lastChange: Int64(lastChange ?? 0))
        self.settings = Mutex(settings)
        try settings.bytes.write(to: URL(fileURLWithPath: control))
    }

    /// What a program is started with to be under it.
    package var environment: [String: String] {
        ["LD_PRELOAD": Self.library, "LARDER_SHIM_CONTROL": control, "LARDER_SHIM_FOLDER": folder]
    }

    /// Makes calls fail from now on; nil: none.
    package func fail(_ trouble: Disturbance.CallTrouble?) throws {
        try change { settings in
            settings.error = Int64(trouble?.error.number ?? 0)
            settings.share = Int64(trouble?.share ?? 0)
            settings.programs = Int64(trouble?.programs.rawValue ?? 0)
        }
    }

    /// Sets the wall clock that far ahead of the machine's, from now on.
    package func setClock(ahead seconds: Int) throws {
        try change { $0.clockOffset = Int64(seconds) * 1_000_000_000 }
    }

    /// Processes have the file mapped: it is written in place, and each of its numbers in one piece.
    private func change(_ body: (inout Settings) -> Void) throws {
        let bytes = settings.withLock { settings in
            body(&settings)
            return settings.bytes
        }
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: control))
        defer { try? file.close() }  // what was written is with the kernel already
        try file.write(contentsOf: bytes)
    }
}
