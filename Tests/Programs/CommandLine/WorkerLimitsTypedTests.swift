import LarderCommandLine
import LarderWorkerCore
import Testing

@Suite("Worker limits as people type them") struct WorkerLimitsTypedTests {
    @Test(
        arguments: [
            ("805306368", 805_306_368), ("768M", 768 << 20), ("2g", 2 << 30), ("64MiB", 64 << 20), ("1TB", 1 << 40),
            ("65536k", 64 << 20), ("63M", nil), ("10k", nil), ("", nil), ("M", nil), ("1.5G", nil), ("12X", nil),
            ("-5M", nil), ("99999999999T", nil),
        ] as [(String, UInt64?)]
    )
    func `sizes are read as people write them`(text: String, bytes: UInt64?) {
        #expect((try? WorkerLimits.memoryBytes(typed: text)) == bytes)
    }

    @Test(
        arguments: [
            ("500ms", 500), ("30s", 30_000), ("5m", 300_000), ("1h", 3_600_000), ("1h30m", 5_400_000),
            ("30d", 2_592_000_000), ("0s", nil),
            ("31d", nil), ("10", nil), ("1 h", nil), ("99999999999999999999h", nil),
        ] as [(String, UInt64?)]
    )
    func `times are read as people write them`(text: String, milliseconds: UInt64?) {
        #expect((try? WorkerLimits.milliseconds(typed: text)) == milliseconds)
    }
}
