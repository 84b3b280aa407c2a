import LarderCommandLine
import Testing

@Suite("Disk sizes as people type them") struct DiskSizeTests {
    @Test(
        arguments: [
            ("2GB", 2_000_000_000), ("2g", 2_000_000_000), ("1.5T", 1_500_000_000_000), ("512MiB", 512 << 20),
            ("800kB", 800_000), ("1024B", 1024), ("7B", 7), ("0B", 0), ("2", nil), ("0", nil), ("", nil), ("GB", nil),
            ("-5M", nil),
            ("2 GB", nil),
            ("1e5", nil), (".5G", nil), ("1.2.3M", nil), ("99999999T", nil), ("5PB", nil), ("٣GB", nil),
        ] as [(String, Int?)]
    )
    func `sizes are read as they are printed`(text: String, bytes: Int?) {
        #expect((try? DiskSize.bytes(typed: text)) == bytes)
    }

    @Test func `a number without a unit is told what it lacks`() {
        let error = #expect(throws: SettingError.self) { _ = try DiskSize.bytes(typed: "2") }
        #expect(error?.description.contains("2 has no unit") == true && error?.description.contains("2GB") == true)
    }
}
