import LarderCommandLine
import Testing

@Suite("Disk sizes as people type them") struct DiskSizeTests {
    @Test(
        arguments: [
            ("2GB", 2_000_000_000), ("2g", 2_000_000_000), ("1.5T", 1_500_000_000_000), ("512MiB", 512 << 20),
            ("800kB", 800_000), ("1024", 1024), ("7B", 7), ("0", 0), ("", nil), ("GB", nil), ("-5M", nil),
            ("2 GB", nil),
            ("1e5", nil), (".5G", nil), ("1.2.3M", nil), ("99999999T", nil), ("5PB", nil), ("٣GB", nil),
        ] as [(String, Int?)]
    )
    func `sizes are read as they are printed`(text: String, bytes: Int?) {
        #expect((try? DiskSize.bytes(typed: text)) == bytes)
    }
}
