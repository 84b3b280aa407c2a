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
                group.addTask {
                    try await site.run { port in Self.announce(host: host, port: port) }
                }
                group.addTask {
                    for await _ in signals {
                        return
                    }
                }
                try await group.next()
                group.cancelAll()
            }
        } catch {
            Self.printError(
                "Could not serve on \(host), port \(serving.port): \(SampleSite.reason(of: error)). Another --host or --port may do."
            )
            throw Self.couldNotRun
        }
    }

    private static let couldNotRun = ExitCode(2)

    private var configuration: SampleSite.Configuration {
        SampleSite.Configuration(
            seed: content.seed,
            recipes: content.recipes,
            articles: content.articles,
            host: serving.host,
            port: serving.port,
            publicURL: serving.publicURL,
            key: serving.key,
            revision: content.revision,
            changesPerRevision: content.changes,
            newsDeveloperKey: serving.newsDeveloperKey,
            apiQuota: serving.apiQuota,
            crawlDelaySeconds: serving.crawlDelay,
            gzip: serving.gzip,
            maxAgeSeconds: serving.maxAge,
            faults: faults.value
        )
    }

    private static func announce(host: String, port: Int) {
        let name = host.contains(":") ? "[\(host)]" : host
        FileHandle.standardOutput.write(Data("listening on http://\(name):\(port)\n".utf8))
    }

    private static func printError(_ message: String) {
        FileHandle.standardError.write(Data("error: \(message)\n".utf8))
    }
}
