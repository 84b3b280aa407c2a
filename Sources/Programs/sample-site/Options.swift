import ArgumentParser
package import LarderSampleSite

struct ContentOptions: ParsableArguments {
    @Option(help: "Decides all words, pictures and faults.")
    var seed: UInt64 = 1

    @Option(parsing: .unconditional, help: "Recipes, 0 to 1000000.")
    var recipes = SampleSite.Configuration.standard.recipes

    @Option(parsing: .unconditional, help: "Articles, 0 to 1000000.")
    var articles = SampleSite.Configuration.standard.articles

    @Option(parsing: .unconditional, help: "How often the content has changed, 0 to 1000.")
    var revision = 0

    @Option(parsing: .unconditional, help: "Recipes that one revision changes.")
    var changes = 10

    func validate() throws {
        let most = SampleSite.Configuration.maxItems
        guard 0...most ~= recipes, 0...most ~= articles else {
            throw ValidationError("--recipes and --articles are 0 to \(most).")
        }
        guard 0...1_000 ~= revision else { throw ValidationError("--revision is 0 to 1000.") }
        guard 0... ~= changes else { throw ValidationError("--changes is 0 or more.") }
    }
}

struct ServingOptions: ParsableArguments {
    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 takes a free one.")
    var port = 0

    @Option(name: .customLong("public-url"), help: "Scheme, host and port for links, when clients use another address.")
    var publicURL: String?

    @Option(help: "The key both APIs ask for; without it they ask for none.")
    var key: String?

    @Flag(help: "NewsAPI answers HTTP 426 beyond 100 results of a query.")
    var newsDeveloperKey = false

    @Option(help: "API calls before the quota is spent.")
    var apiQuota: Int?

    @Option(help: "Crawl-delay in robots.txt, in seconds.")
    var crawlDelay: Int?

    @Option(help: "Cache-Control max-age, in seconds; without it no-cache.")
    var maxAge: Int?

    @Flag(help: "Gzip pages and JSON for clients that accept it.")
    var gzip = false

    func validate() throws {
        guard 0...65_535 ~= port else { throw ValidationError("--port is 0 to 65535.") }
        for (name, value) in [("--api-quota", apiQuota), ("--crawl-delay", crawlDelay), ("--max-age", maxAge)] {
            guard (value ?? 0) >= 0 else { throw ValidationError("\(name) is 0 or more.") }
        }
        if let publicURL, publicURL.hasSuffix("/") || !["http://", "https://"].contains(where: publicURL.hasPrefix) {
            throw ValidationError("--public-url is like http://sample-site:8080, without a final slash.")
        }
    }
}

struct FaultOptions: ParsableArguments {
    @Option(name: .customLong("fault"), help: "A kind of fault; may be repeated.")
    var kinds: [SampleSite.Faults.Kind] = []

    @Option(
        name: .customLong("fault-rate"),
        help: "The share of targets that are faulty, 0 to 1. Default: 0.1 with --fault."
    )
    var rate: Double?

    @Option(name: .customLong("fault-times"), help: "How many requests of a faulty target go wrong; 0 means all.")
    var times = 1

    @Option(
        name: .customLong("fault-area"),
        help: "A part of the site that may be faulty; may be repeated. Default: most."
    )
    var areas: [SampleSite.Area] = []

    @Option(help: "Retry-After, in seconds.")
    var retryAfter = 1

    @Option(help: "How Retry-After is written.")
    var retryAfterForm = SampleSite.Faults.RetryAfterForm.seconds

    @Option(help: "How long a dripping body takes, in milliseconds.")
    var drip = 5_000

    @Option(help: "The least delay before any answer, in milliseconds.")
    var latency = 0

    @Option(help: "Up to this much more delay, by target, in milliseconds.")
    var jitter = 0

    @Option(help: "After this many requests a burst of 503 begins; 0 means never.")
    var burstEvery = 0

    @Option(help: "How many requests in a row a burst refuses.")
    var burstLength = 5

    func validate() throws {
        if let rate, !(0...1 ~= rate) { throw ValidationError("--fault-rate is 0 to 1.") }
        if rate != nil && kinds.isEmpty { throw ValidationError("--fault-rate needs at least one --fault.") }
        let numbers = [
            ("--fault-times", times), ("--retry-after", retryAfter), ("--drip", drip), ("--latency", latency),
            ("--jitter", jitter), ("--burst-every", burstEvery), ("--burst-length", burstLength),
        ]
        for (name, value) in numbers where value < 0 { throw ValidationError("\(name) is 0 or more.") }
    }

    var value: SampleSite.Faults {
        var faults = SampleSite.Faults.none
        faults.kinds = kinds
        faults.rate = kinds.isEmpty ? 0 : rate ?? 0.1
        faults.times = times
        faults.retryAfterSeconds = retryAfter
        faults.retryAfterForm = retryAfterForm
        faults.dripDuration = .milliseconds(drip)
        faults.latency = .milliseconds(latency)
        faults.jitter = .milliseconds(jitter)
        faults.burstEvery = burstEvery
        faults.burstLength = burstLength
        if !areas.isEmpty { faults.areas = Set(areas) }
        return faults
    }
}

extension SampleSite.Faults.Kind: ExpressibleByArgument {}
extension SampleSite.Faults.RetryAfterForm: ExpressibleByArgument {}
extension SampleSite.Area: ExpressibleByArgument {}
