import Foundation
import Glibc
import LarderCache
import Testing

@Suite("Refusing disk") struct RefusingDiskTests {
    private static let isRoot = geteuid() == 0

    @Test(.enabled(if: Tmpfs.isAllowed, "mounting a small tmpfs needs root and the right to mount"))
    func `a full disk is told and what was there still stands`() async throws {
        try await withFolder { folder in
            let disk = try Tmpfs(on: folder, kilobytes: 256)
            defer { disk.end() }
            let cache = try DiskCache(folder: folder + "/cache")
            let small = try cache.store(blob: [1, 2, 3])
            #expect(code { try cache.store(blob: [UInt8](repeating: 1, count: 300_000)) } == .full)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/cache/tmp").isEmpty)
            #expect(try cache.blob(small) == [1, 2, 3])
            do throws(CacheError) {
                try cache.store(blob: [UInt8](repeating: 2, count: 300_000))
            } catch {
                #expect(
                    error.errorNumber == ENOSPC && error.message.contains(folder)
                        && error.message.contains("Free some room")
                )
            }
        }
    }

    @Test func `a file over the limit of the process is told`() async {
        await #expect(processExitsWith: .success) {
            try await withFolder { folder in
                let cache = try DiskCache(folder: folder)
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit(rlim_cur: 10_000, rlim_max: 10_000)
                _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                let found = code { try cache.store(blob: [UInt8](repeating: 1, count: 20_000)) }
                guard found == .tooLarge else { fatalError("\(String(describing: found))") }
                guard try FileManager.default.contentsOfDirectory(atPath: folder + "/tmp").isEmpty else {
                    fatalError("left over")
                }
            }
        }
    }

    @Test func `a folder without the right to write is told and can still be read`() async {
        await #expect(processExitsWith: .success) {
            try await withFolder { folder in
                let writer = try DiskCache(folder: folder + "/cache")
                let digest = try writer.store(blob: [1])
                let top = folder + "/cache"
                for path in try FileManager.default.subpathsOfDirectory(atPath: top).map({ top + "/" + $0 }) + [top] {
                    guard unsafe chmod(path, 0o555) == 0 else { fatalError("chmod") }
                }
                guard unsafe chmod(folder, 0o755) == 0 else { fatalError("chmod") }
                if geteuid() == 0, seteuid(65_534) != 0 { fatalError("root writes everywhere") }
                let cache = try DiskCache(folder: top)
                guard cache.id == writer.id, try cache.blob(digest) == [1] else { fatalError("reading") }
                do throws(CacheError) {
                    _ = try cache.store(blob: [2])
                    fatalError("wrote without the right to")
                } catch {
                    guard error.code == .notWritable, error.message.contains("65534") || getuid() != 0 else {
                        fatalError("\(error)")
                    }
                }
                guard try cache.store(blob: [1]) == digest else { fatalError("what is there needs no write") }
                guard code({ try DiskCache(folder: top + "/new") }) == .notWritable else { fatalError("new folder") }
                if getuid() == 0 { _ = seteuid(0) }
                for path in try FileManager.default.subpathsOfDirectory(atPath: top).map({ top + "/" + $0 }) + [top] {
                    _ = unsafe chmod(path, 0o755)
                }
            }
        }
    }
}

/// A little disk in memory.
private struct Tmpfs {
    private let folder: String

    static let isAllowed: Bool = {
        guard geteuid() == 0 else { return false }
        let probe = FileManager.default.temporaryDirectory.appendingPathComponent("larder-mount-" + UUID().uuidString)
            .path
        guard unsafe mkdir(probe, 0o700) == 0 else { return false }
        defer { _ = unsafe rmdir(probe) }
        guard let disk = try? Tmpfs(on: probe, kilobytes: 64) else { return false }
        disk.end()
        return true
    }()

    private struct Refused: Error {}

    init(on folder: String, kilobytes: Int) throws {
        self.folder = folder
        guard unsafe mount("tmpfs", folder, "tmpfs", 0, "size=\(kilobytes)k") == 0 else { throw Refused() }
    }

    func end() {
        _ = unsafe umount2(folder, Int32(MNT_DETACH))
    }
}
