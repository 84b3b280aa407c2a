internal import Foundation

extension BenchJob {
    /// One program's run over the whole site.
    package struct Run: Sendable {
        /// What a sync says at its end, as far as it is wanted here.
        struct Summary: Decodable, Sendable {
            var recipes: Int
            var pictures: Int
            var requests: Int
            var bytes: Int
        }

        var wall: Duration
        /// Of the program itself.
        var own: Duration
        /// Of the processes that it started.
        var children: Duration
        /// Of the site's server meanwhile.
        var server: Duration
        var threads: ThreadTimes
        var summary: Summary?

        var cpu: Duration { own + children }

        init(_ outcome: MeasuredProcess.Outcome, server: Duration, summary: Summary? = nil) {
            wall = outcome.wall
            own = outcome.times.own
            children = outcome.times.children
            threads = outcome.threads
            self.server = server
            self.summary = summary
        }
    }

    /// What a larder takes on the disk.
    struct LarderSize: Sendable {
        var catalogBytes = 0
        var cacheBytes = 0
        var cacheFiles = 0

        init(of larder: String) {
            let manager = FileManager.default
            let keys: Set<URLResourceKey> = [.isRegularFileKey, .fileSizeKey]
            let cache = manager.enumerator(
                at: URL(fileURLWithPath: larder + "/cache"),
                includingPropertiesForKeys: Array(keys)
            )
            while let file = cache?.nextObject() as? URL {
                guard let values = try? file.resourceValues(forKeys: keys), values.isRegularFile == true else {
                    continue
                }
                cacheFiles += 1
                cacheBytes += values.fileSize ?? 0
            }
            for suffix in ["", "-wal"] {
                let known = try? manager.attributesOfItem(atPath: larder + "/catalog.sqlite" + suffix)
                catalogBytes += (known?[.size] as? NSNumber)?.intValue ?? 0
            }
        }
    }
}
