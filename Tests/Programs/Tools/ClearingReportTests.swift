import Testing

@testable import LarderSync
@testable import LarderTools

@Suite("Clearing report") struct ClearingReportTests {
    private static let cases: [(narrowing: [String], advice: String)] = [
        ([], "removed: take a larger size."), (["--gone"], "removed: leave --gone out, or take a larger size."),
        (["--gone", "the source"], "removed: leave --gone and the source out, or take a larger size."),
    ]

    @Test(arguments: cases) func `of a larder that stays too large it is told which options keep items in it`(
        narrowing: [String],
        advice: String
    ) {
        var report = ClearingReport(larder: "/l", isDryRun: true, catalogBefore: 5_000)
        (report.maxBytes, report.larderBytes, report.narrowing) = (1_000, 5_000, narrowing)
        #expect(report.table.contains(advice), "\(report.table)")
    }
}
