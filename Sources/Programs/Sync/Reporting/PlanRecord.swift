internal import Foundation
internal import Glibc
internal import LarderLedger
internal import LarderModel
internal import LarderSourceDefinitions

/// A plan for the next sync of a source, stored beside the catalog until that sync ends.
package struct PlanRecord: Codable, Sendable {
    var requests: Int
    var bytes: Int?
    var seconds: Double?

    package init(requests: Int, bytes: Int?, seconds: Double?) {
        self.requests = requests
        self.bytes = bytes
        self.seconds = seconds
    }

    package static func folder(in larder: String) -> String { larder + "/plans" }

    private static func path(of name: String, in larder: String) -> String { "\(folder(in: larder))/\(name).json" }

    /// Stores the plan in a larder whose folder exists; returns whether it could be written.
    package func store(for name: String, in larder: String) -> Bool {
        guard (try? LarderFolder.refuseLinks(in: larder)) != nil else { return false }
        try? FileManager.default.createDirectory(atPath: Self.folder(in: larder), withIntermediateDirectories: true)
        let file = URL(fileURLWithPath: Self.path(of: name, in: larder))
        return (try? JSONEncoder().encode(self).write(to: file, options: .atomic)) != nil
    }

    /// Removes and returns the last plan of a source; a file that is no plan stays.
    @discardableResult
    static func remove(of name: String, in larder: String) -> PlanRecord? {
        let path = path(of: name, in: larder)
        guard let data = try? NamedFile.bytes(of: path, atMost: 4_096),
            let plan = try? JSONDecoder().decode(PlanRecord.self, from: data)
        else { return nil }
        unsafe unlink(path)  // else the next sync reports it again
        return plan.isPossible ? plan : nil
    }

    /// Removes all plans, which lie in files of their sources' names, and their folder if it holds nothing else.
    package static func removeAll(in larder: String) {
        guard (try? LarderFolder.refuseLinks(in: larder)) != nil else { return }
        let folder = folder(in: larder)
        for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where file.hasSuffix(".json") {
            remove(of: String(file.dropLast(".json".count)), in: larder)
        }
        unsafe rmdir(folder)
    }

    /// Whether the file can be of this program: anybody may have written it.
    private var isPossible: Bool {
        let most = 1 << 50
        return (0...most).contains(requests) && (0...most).contains(bytes ?? 0)
            && (0...Double(most)).contains(seconds ?? 0)
    }

    func compared(_ name: String, _ made: JobTraffic, ms: Int64) -> String {
        func error(_ planned: Int, _ made: Int) -> String { "(\(Self.error(Double(planned), Double(made))))" }
        var parts = [
            "\(requests.grouped) requests were planned, \(made.requests.grouped) made \(error(requests, made.requests))"
        ]
        if let bytes { parts.append("\(bytes.bytes) planned, \(made.bytes.bytes) fetched \(error(bytes, made.bytes))") }
        if let seconds {
            parts.append("\(Duration.seconds(seconds).spoken) planned, \(Duration.milliseconds(ms).spoken) taken")
        }
        return "\(name): " + parts.joined(separator: "; ")
    }

    private static func error(_ planned: Double, _ taken: Double) -> String {
        guard taken > 0 else { return planned > 0 ? "all too many" : "exact" }
        let percent = (planned - taken) / taken * 100
        return percent == 0 ? "exact" : "\(abs(percent).rounded1) % too \(percent > 0 ? "many" : "few")"
    }
}

/// What a sync's requests are for; the raw values are stored in catalogs.
package enum RequestPart: String, CaseIterable {
    case lists = "list pages"
    case items = "items"
    case pages = "web pages"
    case pictures = "pictures"

    package func counted(_ count: Int) -> String { count.counted(String(rawValue.dropLast())) }

    /// Nil for jobs without requests.
    init?(_ traffic: KindTraffic) {
        switch traffic.kind {
        case .discover, .search: self = .lists
        case .detail: self = traffic.isPage ? .pages : .items
        case .imageDownload: self = .pictures
        default: return nil
        }
    }

    /// The name of the number of requests in a sync's counts.
    package var requests: String { "\(rawValue) requests" }
    /// The name of the number of answers from the cache in a sync's counts.
    package var fromCache: String { "\(rawValue) from cache" }

    static func counts(of traffic: [KindTraffic]) -> [(String, Int)] {
        traffic.flatMap { kind -> [(String, Int)] in
            guard let part = RequestPart(kind) else { return [] }
            return [(part.requests, kind.requests), (part.fromCache, kind.fromCache)]
        }
    }
}
