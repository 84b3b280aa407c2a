import Foundation
import GRDB
import LarderChaos
import Testing

extension ClusterTests {
    /// When a sync asks again for what it has, by the log of the source.
    @Suite("Answers that are fresh") struct FreshAnswerTests {
        private static let hours = 3_600

        /// HTTP's form of a moment that many seconds from now.
        private static func date(_ seconds: Int) -> String {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = TimeZone(identifier: "GMT")
            formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
            return formatter.string(from: Date(timeIntervalSinceNow: TimeInterval(seconds)))
        }

        @Test(
            .enabled(if: Shim.obstacle == nil, "the clock cannot be set without the preloaded library"),
            arguments: [["Cache-Control: max-age=3600"], ["Cache-Control: max-age=3600", "ETag: \"a\""]]
        ) func `with max-age a second sync asks nobody until the answers are stale`(headers: [String]) async throws {
            try await CachedSite.with(headers) { site in
                let (first, all) = try await site.sync()
                #expect(first.fromCache == 0 && first.requests == all.count && first.bodies == all.count)
                #expect(all.contains("/picture.png") && all.contains("/page"))
                let digest = try await site.larder.digest()
                let (second, none) = try await site.sync()
                #expect(none.isEmpty)
                #expect(second.fromCache == all.count && second.requests == 0 && second.bodies == 0)
                #expect(try await site.larder.digest() == digest)
                let table = try await site.larder.syncedWhole()
                #expect(table.output.contains("no request was needed"), "\(table)")
                try await site.larder.expectWhole()
                let (refreshed, again) = try await site.sync(["--refresh"])
                #expect(again.sorted() == all.sorted() && refreshed.fromCache == 0)
                let shim = try Shim(control: site.larder.scratch.path("shim"), folder: "/nowhere", seed: 1)
                try shim.setClock(ahead: Self.hours - 600)
                let (early, nothing) = try await site.sync(under: shim)
                #expect(nothing.isEmpty && early.fromCache == all.count)
                try shim.setClock(ahead: Self.hours + 600)
                let (late, asked) = try await site.sync(under: shim)
                #expect(asked.sorted() == all.sorted() && late.fromCache == 0)
                #expect(try await site.larder.digest() == digest)
            }
        }

        @Test(arguments: [
            ["Cache-Control: no-cache, max-age=3600"], ["Cache-Control: private, max-age=3600"], [],
            ["Cache-Control: max-age=3600", "Age: 3600"], ["Cache-Control: max-age=3600", "Date: \(date(-3_700))"],
            ["Expires: 0"], ["Expires: \(date(-60))"], ["Cache-Control: max-age=3600", "Vary: *"],
            ["Cache-Control: max-age=3600, max-age=soon"], ["Pragma: no-cache", "Expires: \(date(3_600))"],
        ]) func `what is not fresh is asked for each time`(headers: [String]) async throws {
            try await CachedSite.with(headers) { site in
                let (_, all) = try await site.sync()
                let (second, again) = try await site.sync()
                #expect(again.sorted() == all.sorted() && second.fromCache == 0 && second.bodies == all.count)
                #expect(!site.records.isEmpty)
            }
        }

        @Test(arguments: [
            ["Expires: \(date(86_400))"], ["Cache-Control: s-maxage=3600, max-age=0"],
            ["Cache-Control: max-age=3600", "Vary: Accept, User-Agent, Accept-Encoding"],
            ["Pragma: no-cache", "Cache-Control: max-age=3600"], ["Cache-Control: max-age=3600", "Age: 60"],
        ]) func `what is fresh is not asked for`(headers: [String]) async throws {
            try await CachedSite.with(headers) { site in
                let (_, all) = try await site.sync()
                let (second, none) = try await site.sync()
                #expect(none.isEmpty && second.fromCache == all.count)
            }
        }

        /// A guess would hide what changed in lists, items and pages.
        @Test func `without a word on freshness all but pictures is asked for`() async throws {
            try await CachedSite.with(["Last-Modified: \(Self.date(-360_000))"]) { site in
                let (_, all) = try await site.sync()
                let (second, asked) = try await site.sync()
                #expect(asked.sorted() == all.filter { !$0.hasSuffix(".png") }.sorted(), "\(asked)")
                #expect(asked.count == all.count - 1 && second.fromCache == 1)
            }
        }

        @Test func `with no-store each sync asks, and nothing is kept of the answers`() async throws {
            try await CachedSite.with(["Cache-Control: max-age=3600"]) { site in
                let (_, all) = try await site.sync()
                #expect(site.records.count == all.count)
                site.answers(nil, ["Cache-Control: no-store, max-age=3600", "ETag: \"a\""])
                for _ in 1...2 {
                    let (summary, asked) = try await site.sync(["--refresh"])
                    #expect(asked.sorted() == all.sorted() && summary.fromCache == 0)
                    #expect(site.records.isEmpty)
                }
                let (summary, asked) = try await site.sync()
                #expect(asked.sorted() == all.sorted() && summary.fromCache == 0 && summary.unchanged == 0)
                #expect(!site.server.heads.contains { $0.contains("If-None-Match") })
                try await site.larder.expectWhole()
            }
        }

        @Test func `a body that is gone is fetched though its answer is fresh`() async throws {
            try await CachedSite.with(["Cache-Control: max-age=3600"]) { site in
                let (_, all) = try await site.sync()
                let digest = try site.larder.read {
                    try String.fetchOne($0, sql: "SELECT lower(hex(digest)) FROM image")
                }
                let picture = try #require(digest)
                let blob = site.larder.folder + "/cache/blobs/\(picture.prefix(2))/\(picture)"
                try FileManager.default.removeItem(atPath: blob)
                let (second, asked) = try await site.sync()
                #expect(asked == ["/picture.png"] && second.fromCache == all.count - 1)
                try await site.larder.expectWhole()
            }
        }

        @Test(.enabled(if: Shim.obstacle == nil, "the clock cannot be set without the preloaded library"))
        func `a 304 makes a stale answer fresh, with its new fields`() async throws {
            try await CachedSite.with(["Cache-Control: max-age=0", "ETag: W/\"a\""]) { site in
                let (_, all) = try await site.sync()
                site.answers(304, ["Cache-Control: max-age=3600", "ETag: W/\"b\""])
                let (second, asked) = try await site.sync()
                #expect(second.unchanged == all.count && second.fromCache == 0 && asked.count == all.count)
                #expect(site.server.heads.suffix(all.count).allSatisfy { $0.contains("If-None-Match: W/\"a\"") })
                let (third, none) = try await site.sync()
                #expect(third.fromCache == all.count && third.unchanged == 0 && none.isEmpty)
                // Without a field of its own a 304 leaves the lifetime as it is, and makes it begin anew.
                site.answers(304, [])
                let shim = try Shim(control: site.larder.scratch.path("shim"), folder: "/nowhere", seed: 1)
                try shim.setClock(ahead: Self.hours + 600)
                let (fourth, _) = try await site.sync(under: shim)
                #expect(fourth.unchanged == all.count)
                #expect(site.server.heads.suffix(all.count).allSatisfy { $0.contains("If-None-Match: W/\"b\"") })
                let (fifth, nothing) = try await site.sync(under: shim)
                #expect(fifth.fromCache == all.count && nothing.isEmpty)
            }
        }

        @Test func `what a source confirms is confirmed in the catalog, in every sync`() async throws {
            try await CachedSite.with(["ETag: \"a\""]) { site in
                let (_, all) = try await site.sync()
                let digest = try await site.larder.digest()
                let known = try site.larder.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM answer") }
                #expect(known == 2, "the page and its picture")
                site.answers(304, [])
                for sync in 2...4 {
                    let (later, asked) = try await site.sync()
                    #expect(later.unchanged == all.count && asked.sorted() == all.sorted())
                    let old = "SELECT recordURN FROM provenance WHERE syncID < \(sync)"
                    #expect(try site.larder.read { try String.fetchAll($0, sql: old) } == [])
                }
                #expect(try await site.larder.digest() == digest)
                // A body that comes anew is read and merged as before.
                site.answers(200)
                let (last, _) = try await site.sync()
                #expect(last.bodies == all.count && last.unchanged == 0)
                #expect(try await site.larder.digest() == digest)
                try await site.larder.expectWhole()
            }
        }

        @Test(arguments: [500, 502, 503, 504, 0])
        func `with stale-if-error a source that fails is stood in for`(status: Int) async throws {
            try await CachedSite.with(["Cache-Control: max-age=0, stale-if-error=3600"]) { site in
                let (_, all) = try await site.sync()
                let digest = try await site.larder.digest()
                site.answers(status)
                let (second, asked) = try await site.sync()
                #expect(second.fromCache == all.count && second.bodies == 0 && asked.sorted() == all.sorted())
                let table = try await site.larder.syncedWhole()
                #expect(table.output.contains("an earlier answer was used"), "\(table)")
                #expect(try await site.larder.digest() == digest)
                try await site.larder.expectWhole()
            }
        }

        @Test(arguments: [
            "max-age=0", "max-age=0, stale-if-error=0", "max-age=0, stale-if-error=3600, must-revalidate",
            "no-cache, stale-if-error=3600",
        ]) func `without it a source that fails is a failure`(control: String) async throws {
            try await CachedSite.with(["Cache-Control: \(control)"]) { site in
                _ = try await site.sync()
                site.answers(500)
                let run = try await site.larder.sync()
                #expect(run.end == .exited(1), "\(run)")
                #expect(!run.output.contains("an earlier answer was used"), "\(run)")
            }
        }

        @Test func `statuses that are no failure of the source are told as they are`() async throws {
            try await CachedSite.with(["Cache-Control: max-age=0, stale-if-error=3600"]) { site in
                _ = try await site.sync()
                for status in [404, 403, 501] {
                    site.answers(status)
                    #expect(try await site.larder.sync().end == .exited(1))
                    _ = try await site.larder.command("retry")
                }
            }
        }
    }
}
