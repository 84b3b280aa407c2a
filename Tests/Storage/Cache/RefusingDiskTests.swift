import Foundation
import Glibc
import LarderCache
import LarderTestSupport
import Testing

@Suite("Refusing disk") struct RefusingDiskTests {
    @Test(.enabled(if: SmallDisk.mayMount, "needs the right to mount a tmpfs"))
    func `a full disk is told and what was there still stands`() throws {
        try SmallDisk.with(kilobytes: 256) { disk in
            let cache = try DiskCache(folder: disk.folder + "/cache")
            let small = try cache.store(blob: [1, 2, 3])
            #expect(code { try cache.store(blob: [UInt8](repeating: 1, count: 300_000)) } == .full)
            #expect(try FileManager.default.contentsOfDirectory(atPath: disk.folder + "/cache/tmp").isEmpty)
            #expect(try cache.blob(small) == [1, 2, 3])
            do throws(CacheError) {
                try cache.store(blob: [UInt8](repeating: 2, count: 300_000))
            } catch {
                #expect(
                    error.errorNumber == ENOSPC && error.message.contains(disk.folder)
                        && error.message.contains("Free some room")
                )
            }
        }
    }

    @Test func `a file over the limit of the process is told`() async throws {
        try await aheadOfOthers {
            await #expect(processExitsWith: .success) {
                try await withFolder { folder in
                    let cache = try DiskCache(folder: folder)
                    signal(SIGXFSZ, SIG_IGN)
                    var limit = rlimit(rlim_cur: 10_000, rlim_max: 10_000)
                    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                    let found = code { try cache.store(blob: [UInt8](repeating: 1, count: 20_000)) }
                    guard found == .full else { fatalError("\(String(describing: found))") }
                    guard try FileManager.default.contentsOfDirectory(atPath: folder + "/tmp").isEmpty else {
                        fatalError("left over")
                    }
                }
            }
        }
    }

    @Test func `a folder without the right to write is told and can still be read`() async throws {
        try await aheadOfOthers {
            await #expect(processExitsWith: .success) {
                try await withFolder { folder in
                    let writer = try DiskCache(folder: folder + "/cache")
                    let digest = try writer.store(blob: [1])
                    let top = folder + "/cache"
                    for path in try FileManager.default.subpathsOfDirectory(atPath: top).map({ top + "/" + $0 }) + [top]
                    {
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
                    guard code({ try DiskCache(folder: top + "/new") }) == .notWritable else {
                        fatalError("new folder")
                    }
                    if getuid() == 0 { _ = seteuid(0) }
                    for path in try FileManager.default.subpathsOfDirectory(atPath: top).map({ top + "/" + $0 }) + [top]
                    {
                        _ = unsafe chmod(path, 0o755)
                    }
                }
            }
        }
    }
}
