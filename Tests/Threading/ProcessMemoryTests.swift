import Foundation
import LarderTestSupport
import LarderThreading
import Testing

@Suite("Process memory") struct ProcessMemoryTests {
    /// In a process of its own: other tests take and give back memory meanwhile.
    @Test(.timeLimit(.minutes(10))) func `what is held falls again when it is given back`() async throws {
        try await aheadOfOthers {
            await #expect(processExitsWith: .success) {
                guard let before = ProcessMemory.residentBytes() else { fatalError("before") }
                let size = 256 << 20
                let bytes = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 4096)
                unsafe bytes.initializeMemory(as: UInt8.self, repeating: 1, count: size)
                guard let during = ProcessMemory.residentBytes(of: getpid()), during > before + 128 << 20 else {
                    fatalError("more than \(before) bytes")
                }
                unsafe bytes.deallocate()
                ProcessMemory.giveBackFree()
                guard let after = ProcessMemory.residentBytes(), after < during - 128 << 20 else {
                    fatalError("fewer than \(during) bytes")
                }
            }
        }
    }

    @Test func `a process that is not there holds nothing`() {
        #expect(ProcessMemory.residentBytes(of: 4_194_305) == nil)
    }

    /// The smallest limit on the way up counts, whichever version of control groups sets it.
    @Test(
        arguments: [
            ("0::/a/b", ["cgroup/a/b/memory.max": "max", "cgroup/a/memory.max": "300000000"], 300_000_000),
            ("0::/a/b", ["cgroup/a/b/memory.max": "100000000", "cgroup/a/memory.max": "300000000"], 100_000_000),
            ("0::/of/the/host", ["cgroup/memory.max": "200000000\n"], 200_000_000),
            ("4:cpu:/x\n3:memory,foo:/x", ["cgroup/memory/x/memory.limit_in_bytes": "150000000"], 150_000_000),
            ("3:memory:/x", ["cgroup/memory/x/memory.limit_in_bytes": "9223372036854771712"], 1_048_576_000),
            ("0::/../../a", ["cgroup/a/memory.max": "123456"], 123_456),
            ("", [:], 1_048_576_000), ("0::/", ["cgroup/memory.max": "a lot"], 1_048_576_000),
        ] as [(String, [String: String], UInt64)]
    )
    func `limits of control groups count where they are below the machine's memory`(
        group: String,
        files: [String: String],
        expected: UInt64
    ) throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("larder-memory-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        func write(_ text: String, _ path: String) throws {
            let file = root.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
        try write("MemTotal:        1024000 kB\nMemFree: 1 kB\n", "proc/meminfo")
        try write(group, "proc/self/cgroup")
        for (path, text) in files { try write(text, "sys/fs/" + path) }
        #expect(ProcessMemory.limitBytes(root: root.path) == expected)
    }
}
