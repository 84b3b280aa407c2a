import ArgumentParser
import Foundation
import LarderSampleSite
import Logging
import UnixSignals

@main
struct SampleSiteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sample-site",
        abstract: "Serves a made-up site of recipes, news and pictures, the same one for the same seed.",
        discussion: """
            Prints one line, "listening on http://ADDRESS:PORT", when it takes connections; stops at SIGTERM or SIGINT with \
            exit code 0.

            In food2fork's form: /api/search?q=&page=&sort=r|t&key=  /api/get?rId=
            In NewsAPI's form:   /v2/sources  /v2/everything  /v2/top-headlines
                                 /v1/sources  /v1/articles
            Pages:               /  /recipe/ID  /news  /news/SLUG  /image/NAME
                                 /sitemap.xml  /robots.txt
            Counts as JSON:      /stats

            These searches together find every recipe: \(SampleSite.queries.joined(separator: ", ")).
            These news sources together hold every article: \(SampleSite.newsSourceIDs.joined(separator: ", ")).

            Faults belong to a target (path and query): --fault-rate of all targets, chosen by the seed, show one of the \
            --fault kinds on their first --fault-times requests and are right afterwards.
            """
    )

    @OptionGroup(title: "Content") var content: ContentOptions
    @OptionGroup(title: "Serving") var serving: ServingOptions
    @OptionGroup(title: "Faults") var faults: FaultOptions

    func run() async throws {
        LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
        let site = SampleSite(configuration: configuration)
        let host = serving.host
        // Trapped before the line is printed, so that a signal sent after it always ends with exit code 0.
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await site.run { port in Self.announce(host: host, port: port) } }
                group.addTask { _ = await signals.first { _ in true } }
                try await group.next()
                group.cancelAll()
            }
        } catch {
            let problem = "Could not serve on \(host), port \(serving.port): \(SampleSite.reason(of: error))."
            FileHandle.standardError.write(Data("error: \(problem) Another --host or --port may do.\n".utf8))
            throw ExitCode(2)
        }
    }

    private var configuration: SampleSite.Configuration {
        var configuration = SampleSite.Configuration.standard
        configuration.seed = content.seed
        configuration.recipes = content.recipes
        configuration.articles = content.articles
        configuration.host = serving.host
        configuration.port = serving.port
        configuration.publicURL = serving.publicURL
        configuration.key = serving.key
        configuration.revision = content.revision
        configuration.changesPerRevision = content.changes
        configuration.newsDeveloperKey = serving.newsDeveloperKey
        configuration.apiQuota = serving.apiQuota
        configuration.crawlDelaySeconds = serving.crawlDelay
        configuration.gzip = serving.gzip
        configuration.maxAgeSeconds = serving.maxAge
        configuration.faults = faults.value
        return configuration
    }

    private static func announce(host: String, port: Int) {
        let name = host.contains(":") ? "[\(host)]" : host
        FileHandle.standardOutput.write(Data("listening on http://\(name):\(port)\n".utf8))
    }
}
