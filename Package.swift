// swift-tools-version: 6.2
import PackageDescription

/// One list for every Swift target: the language's coming rules now, warnings as errors, every unsafe use marked.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
]

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")

/// A product that only the programs need: a package that asks for this one with `traits: []` does not fetch its
/// package.
func forPrograms(_ product: String, _ package: String) -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: ["Programs"]))
}

let protobuf = forPrograms("SwiftProtobuf", "swift-protobuf")
let yams = forPrograms("Yams", "Yams")
let mustache = forPrograms("Mustache", "swift-mustache")
let hummingbird = forPrograms("Hummingbird", "hummingbird")
let subprocess = forPrograms("Subprocess", "swift-subprocess")
let argumentParser = forPrograms("ArgumentParser", "swift-argument-parser")
let logging = forPrograms("Logging", "swift-log")
let httpTypes = forPrograms("HTTPTypes", "swift-http-types")
let nioCore = forPrograms("NIOCore", "swift-nio")
let nioEmbedded = forPrograms("NIOEmbedded", "swift-nio")
let nioHTTPTypes = forPrograms("NIOHTTPTypes", "swift-nio-extras")
let nioPosix = forPrograms("NIOPosix", "swift-nio")
let unixSignals = forPrograms("UnixSignals", "swift-service-lifecycle")
let systemPackage = forPrograms("SystemPackage", "swift-system")
let deque = forPrograms("DequeModule", "swift-collections")
let heap = forPrograms("HeapModule", "swift-collections")

/// A library in `Sources/FOLDER`; the first part of the folder is its layer.
func library(
    _ name: String,
    in folder: String,
    _ dependencies: [Target.Dependency],
    exclude: [String] = [],
    resources: [Resource] = [],
    linkerSettings: [LinkerSetting] = []
) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        path: "Sources/" + folder,
        exclude: exclude,
        resources: resources,
        swiftSettings: strict,
        linkerSettings: linkerSettings
    )
}

/// Where `rounded()` of the standard library ends on these systems; a program without Foundation does not link it.
let mathLibrary: [LinkerSetting] = [.linkedLibrary("m", .when(platforms: [.linux, .android]))]

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: "Sources/Programs/" + name, swiftSettings: strict)
}

/// What proves the product and does not ship: simulation, fault injection, benchmarks, and help for tests.
func proof(
    _ name: String,
    in folder: String,
    _ dependencies: [Target.Dependency],
    resources: [Resource] = []
) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        path: "Tests/Proof/" + folder,
        resources: resources,
        swiftSettings: strict
    )
}

func proofProgram(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name,
        dependencies: dependencies,
        path: "Tests/Proof/Programs/" + name,
        swiftSettings: strict
    )
}

/// Tests are not optimized in a release build: that takes longer than it saves, and the compiler crashes on some of
/// them.
func tests(_ name: String, in folder: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name,
        dependencies: dependencies,
        path: "Tests/" + folder,
        swiftSettings: strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
    )
}

let package = Package(
    name: "larder",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "LarderModel", targets: ["LarderModel"]),
        .library(name: "Larder", targets: ["Larder"]),
        .library(name: "LarderGRDB", targets: ["LarderGRDB"]),
        .library(name: "LarderCatalog", targets: ["LarderCatalog"]),
        .library(name: "LarderHTML", targets: ["LarderHTML"]),
        .library(name: "LarderAttributedText", targets: ["LarderAttributedText"]),
        .library(name: "LarderAttributedHTML", targets: ["LarderAttributedHTML"]),
        .library(name: "LarderPageReading", targets: ["LarderPageReading"]),
        .executable(name: "coordinator", targets: ["coordinator"]),
        .executable(name: "worker", targets: ["worker"]),
        .executable(name: "sample-site", targets: ["sample-site"]),
        .executable(name: "bench", targets: ["bench"]),
        // For `chaos`, which preloads it into the programs that it disturbs.
        .library(name: "ChaosShim", type: .dynamic, targets: ["ChaosShim"]),
    ],
    traits: [
        .trait(name: "Programs", description: "The coordinator, the worker and the sample site; Linux only."),
        .default(enabledTraits: ["Programs"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    targets: [
        .systemLibrary(name: "CZeroMQ", path: "Sources/C/CZeroMQ", providers: [.apt(["libzmq3-dev"])]),
        .systemLibrary(name: "CZlib", path: "Sources/C/CZlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CCurl", path: "Sources/C/CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(
            name: "CVipsLibrary",
            path: "Sources/C/CVips/system",
            pkgConfig: "vips",
            providers: [.apt(["libvips-dev"])]
        ),
        .target(
            name: "CVips",
            dependencies: ["CVipsLibrary"],
            path: "Sources/C/CVips",
            exclude: ["system"],
            linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("gmodule-2.0")]
        ),
        .target(
            name: "CCrypto",
            path: "Sources/C/CCrypto",
            linkerSettings: [.linkedLibrary("crypto")]
        ),
        .target(name: "CSamplePictures", path: "Sources/C/CSamplePictures", exclude: ["Pictures"]),
        .target(
            name: "CLinuxShims",
            path: "Sources/C/CLinuxShims",
            cSettings: [.define("LARDER_COMMIT", to: "\"\(Context.environment["LARDER_COMMIT"] ?? "unknown")\"")]
        ),

        library("LarderModel", in: "Model", [], linkerSettings: mathLibrary),

        library("ZeroMQ", in: "Cluster/ZeroMQ", ["CZeroMQ"]),
        library("LarderThreading", in: "Threading", ["CLinuxShims"]),
        library(
            "LarderProtocol",
            in: "Cluster/Protocol",
            ["LarderModel", protobuf],
            exclude: ["Proto/messages.proto", "Proto/records.proto", "Proto/generate.sh", "Proto/generated.sha256"]
        ),
        library("LarderWorkerCore", in: "Cluster/WorkerCore", ["LarderModel", "LarderProtocol", systemPackage]),
        library(
            "LarderTransport",
            in: "Cluster/Transport",
            ["LarderModel", "LarderProtocol", "LarderWorkerCore", "ZeroMQ", "LarderThreading", deque, systemPackage]
        ),
        library("LarderFetch", in: "Content/Fetch", ["LarderModel", "CCurl", "CZlib", "LarderThreading", deque]),
        library("LarderHashing", in: "Storage/Hashing", ["LarderModel", "CCrypto"]),
        library("LarderCache", in: "Storage/Cache", ["LarderModel", "LarderHashing", "CLinuxShims", systemPackage]),
        library("LarderHTML", in: "Content/HTML", []),
        library("LarderAttributedText", in: "Content/AttributedText", ["LarderModel"]),
        library(
            "LarderAttributedHTML",
            in: "Content/AttributedHTML",
            ["LarderModel", "LarderHTML", "LarderAttributedText"]
        ),
        library("LarderPageReading", in: "Content/PageReading", ["LarderModel", "LarderHTML"]),
        library("LarderXML", in: "Content/XML", ["LarderModel", "LarderHTML"]),
        library("LarderFeeds", in: "Content/Feeds", ["LarderModel", "LarderXML"]),
        library("LarderSitemaps", in: "Content/Sitemaps", ["LarderModel", "LarderXML", "CZlib"]),
        library("LarderRobots", in: "Content/Robots", ["LarderModel"]),
        library("LarderTemplates", in: "Content/Templates", ["LarderModel", mustache]),
        library(
            "LarderSourceDefinitions",
            in: "Content/Sources/Definitions",
            ["LarderModel", "LarderTemplates", "LarderAttributedHTML", yams]
        ),
        library(
            "LarderSourceAdapters",
            in: "Content/Sources/Adapters",
            [
                "LarderModel", "LarderHTML", "LarderAttributedHTML", "LarderPageReading", "LarderFeeds", "LarderRobots",
                "LarderSitemaps", "LarderSourceDefinitions",
            ]
        ),
        library(
            "LarderLineFilters",
            in: "Programs/LineFilters",
            [
                "LarderModel", "LarderHTML", "LarderAttributedText", "LarderAttributedHTML", "LarderPageReading",
                "LarderImaging", "LarderFeeds", "LarderRobots", "LarderSitemaps", "LarderSourceDefinitions",
                "LarderSourceAdapters",
            ]
        ),
        library(
            "LarderSourceProbe",
            in: "Content/Sources/Probe",
            [
                "LarderModel", "LarderHTML", "LarderPageReading", "LarderFeeds", "LarderRobots",
                "LarderSitemaps", "LarderSourceDefinitions",
            ]
        ),
        library("LarderImaging", in: "Content/Imaging", ["CVips", "CZlib"]),
        library("LarderCatalog", in: "Storage/Catalog", ["LarderModel", grdb, sqlite]),
        library(
            "LarderCatalogWriting",
            in: "Storage/CatalogWriting",
            ["LarderModel", "LarderCatalog", "LarderHashing", grdb],
            linkerSettings: [.linkedLibrary("_FoundationICU")]
        ),
        library("Larder", in: "Reading/Larder", ["LarderModel", "LarderAttributedText", "LarderCatalog", grdb]),
        library("LarderGRDB", in: "Reading/LarderGRDB", ["Larder", grdb]),
        library("LarderPages", in: "Reading/Pages", [], resources: [.embedInCode("Assets")]),
        library(
            "LarderViewer",
            in: "Reading/Viewer",
            ["LarderModel", "LarderAttributedText", "LarderCatalog", "Larder", "LarderPages", grdb]
        ),
        library(
            "LarderLedger",
            in: "Cluster/Ledger",
            ["LarderModel", "LarderProtocol", "LarderCatalog", deque, heap, grdb]
        ),
        library(
            "LarderWorker",
            in: "Programs/WorkerService",
            [
                "LarderModel", "LarderProtocol", "LarderWorkerCore", "LarderTransport", "LarderThreading",
                "LarderFetch", "LarderCache", "LarderHashing",
                "LarderSourceDefinitions", "LarderSourceAdapters", "LarderRobots",
                "LarderHTML", "LarderPageReading", "LarderTemplates",
                "LarderAttributedText", "LarderAttributedHTML", "LarderImaging", logging, deque,
            ]
        ),
        library(
            "LarderSync",
            in: "Programs/Sync",
            [
                "LarderModel", "LarderThreading", "LarderProtocol", "LarderWorkerCore", "LarderTransport",
                "LarderLedger", "LarderCache", "LarderCatalog", "LarderCatalogWriting", "LarderRobots",
                "LarderSourceDefinitions", "LarderSourceAdapters", "LarderSampleSite", "LarderHashing",
                grdb, deque, subprocess, systemPackage, logging,
            ]
        ),
        library(
            "LarderTools",
            in: "Programs/Tools",
            [
                "LarderModel", "LarderProtocol", "LarderWorkerCore", "LarderTransport", "LarderLedger", "LarderCache",
                "LarderCatalog", "LarderCatalogWriting", "LarderSourceDefinitions", "LarderSourceAdapters",
                "LarderSync", "LarderHashing", "Larder", grdb, subprocess, systemPackage, logging,
            ]
        ),
        library("LarderHTTPServing", in: "Programs/HTTPServing", [hummingbird, logging, nioCore]),
        library(
            "LarderSampleSite",
            in: "Programs/SampleSite",
            ["LarderModel", "LarderHTTPServing", "CZlib", "CSamplePictures", hummingbird, httpTypes, logging, nioCore]
        ),
        library(
            "LarderServer",
            in: "Programs/Server",
            [
                "LarderModel", "LarderThreading", "LarderHashing", "LarderCache", "LarderCatalog", "LarderLedger",
                "LarderProtocol", "LarderSourceDefinitions",
                "LarderHTTPServing", "Larder", "LarderPages", "LarderViewer", subprocess, hummingbird, httpTypes,
                logging,
                nioCore, systemPackage, nioHTTPTypes, grdb,
            ],
            resources: [.embedInCode("API/openapi.json")]
        ),
        proof("LarderBenchSite", in: "BenchSite", ["LarderModel", "LarderThreading", "LarderTestSupport"]),
        proof(
            "LarderBench",
            in: "Bench",
            [
                "LarderHashing",
                "LarderModel", "LarderThreading", "LarderProtocol", "LarderTransport", "LarderLedger", "LarderCache",
                "Larder", "LarderGRDB", "LarderCatalog", "LarderCatalogWriting", "LarderSourceDefinitions",
                "LarderSync",
                "LarderBenchSite",
                "LarderTestSupport", grdb, subprocess, systemPackage, logging,
            ],
            resources: [.embedInCode("Job/Peers")]
        ),
        proofProgram(
            "bench",
            ["LarderBench", "LarderBenchSite", "LarderSync", "LarderCommandLine", argumentParser]
        ),

        proof(
            "LarderSimulation",
            in: "Simulation",
            ["LarderModel", "LarderLedger", "LarderWorkerCore", "LarderTransport", "LarderProtocol", heap]
        ),
        proofProgram("simulate", ["LarderSimulation", "LarderLedger", argumentParser]),
        proofProgram(
            "hot-paths",
            [
                "LarderBench", "LarderBenchSite", "LarderHTML", "LarderAttributedText", "LarderAttributedHTML",
                "LarderImaging", "LarderPageReading", "LarderSimulation", "LarderLedger", argumentParser,
            ]
        ),

        .target(name: "ChaosShim", path: "Tests/Proof/ChaosShim"),
        proof(
            "LarderChaos",
            in: "Chaos",
            [
                "CLinuxShims", "LarderModel", "LarderProtocol", "LarderWorkerCore", "LarderTransport",
                "LarderThreading", "LarderCache", "LarderTestSupport", "ZeroMQ", grdb,
            ]
        ),
        proofProgram("chaos", ["LarderChaos", "LarderCommandLine", argumentParser]),

        library(
            "LarderCommandLine",
            in: "Programs/CommandLineSupport",
            [
                "CLinuxShims", "LarderModel", "LarderThreading", "LarderWorkerCore",
                argumentParser, logging, unixSignals,
            ]
        ),
        program(
            "coordinator",
            [
                "Larder", "LarderModel", "LarderSync", "LarderTools", "LarderCommandLine", "LarderWorkerCore",
                "LarderTransport", "LarderServer", "LarderViewer", argumentParser, logging,
            ]
        ),
        program(
            "worker",
            [
                "LarderModel", "LarderWorker", "LarderLineFilters", "LarderSourceProbe", "LarderSourceDefinitions",
                "LarderFetch", "LarderCommandLine",
                "LarderWorkerCore", "LarderTransport", "LarderThreading",
                argumentParser, logging,
            ]
        ),
        program("sample-site", ["LarderSampleSite", argumentParser, logging, unixSignals]),

        proof(
            "LarderTestSupport",
            in: "TestSupport",
            [
                "CLinuxShims", "Larder", "LarderModel", "LarderProtocol", "LarderThreading", "LarderWorkerCore",
                "LarderTransport",
            ]
        ),

        proof(
            "LarderFixtures",
            in: "Fixtures",
            [
                "LarderModel", "Larder", "LarderHashing", "LarderCatalog", "LarderCatalogWriting",
                "LarderAttributedText", grdb,
            ]
        ),
        proof("LarderWireClient", in: "WireClient", [nioCore, nioPosix]),

        tests("LarderModelTests", in: "Model", ["LarderModel", "LarderTestSupport"]),
        tests("LarderThreadingTests", in: "Threading", ["CLinuxShims", "LarderThreading", "LarderTestSupport"]),
        tests(
            "LarderProtocolTests",
            in: "Cluster/Protocol",
            ["LarderModel", "LarderProtocol", "LarderTestSupport"]
        ),
        tests(
            "LarderWorkerCoreTests",
            in: "Cluster/WorkerCore",
            ["LarderModel", "LarderWorkerCore", "LarderProtocol", "LarderTestSupport"]
        ),
        tests(
            "LarderTransportTests",
            in: "Cluster/Transport",
            ["LarderModel", "LarderWorkerCore", "LarderTransport", "LarderProtocol", "LarderTestSupport", "ZeroMQ"]
        ),
        tests(
            "LarderFetchTests",
            in: "Content/Fetch",
            ["LarderModel", "LarderFetch", "LarderTestSupport", "LarderThreading"]
        ),
        tests(
            "LarderCacheTests",
            in: "Storage/Cache",
            ["LarderModel", "LarderCache", "LarderHashing", "LarderTestSupport"]
        ),
        tests("LarderHTMLTests", in: "Content/HTML", ["LarderModel", "LarderHTML", "LarderTestSupport"]),
        tests(
            "LarderAttributedTextTests",
            in: "Content/AttributedText",
            ["LarderModel", "LarderAttributedText", "LarderAttributedHTML", "LarderTestSupport", "LarderHTML"]
        ),
        tests(
            "LarderAttributedHTMLTests",
            in: "Content/AttributedHTML",
            [
                "LarderModel", "LarderLineFilters", "LarderAttributedText", "LarderAttributedHTML", "LarderTestSupport",
                "LarderHTML",
            ]
        ),
        tests(
            "LarderFeedsTests",
            in: "Content/Feeds",
            ["LarderModel", "LarderFeeds", "LarderLineFilters", "LarderTestSupport"]
        ),
        tests(
            "LarderPageReadingTests",
            in: "Content/PageReading",
            ["LarderModel", "LarderLineFilters", "LarderPageReading", "LarderTestSupport", "LarderHTML"]
        ),
        tests(
            "LarderRobotsTests",
            in: "Content/Robots",
            ["LarderRobots", "LarderLineFilters", "LarderTestSupport"]
        ),
        tests(
            "LarderImagingTests",
            in: "Content/Imaging",
            ["LarderLineFilters", "LarderImaging", "LarderTestSupport"]
        ),
        tests(
            "LarderCommandLineTests",
            in: "Programs/CommandLine",
            ["LarderCommandLine", "LarderWorkerCore", argumentParser, logging]
        ),
        tests(
            "LarderWorkerTests",
            in: "Programs/WorkerService",
            [
                "LarderModel", "LarderFetch", "LarderSourceAdapters", "LarderSourceDefinitions", "LarderWorker",
                "LarderCache", "LarderHashing", "LarderProtocol", "LarderWorkerCore",
                "LarderTransport", "LarderThreading", "LarderTestSupport", logging,
            ]
        ),
        tests(
            "LarderSourcesTests",
            in: "Content/Sources",
            [
                "LarderProtocol",
                "LarderAttributedHTML", "LarderModel", "LarderHTML", "LarderSourceDefinitions", "LarderSourceAdapters",
                "LarderSourceProbe", "LarderPageReading", "LarderLineFilters", "LarderTestSupport",
            ]
        ),
        tests("LarderSitemapsTests", in: "Content/Sitemaps", ["LarderModel", "LarderSitemaps", "LarderTestSupport"]),
        tests(
            "LarderTemplatesTests",
            in: "Content/Templates",
            ["LarderModel", "LarderTemplates", "LarderSourceDefinitions"]
        ),
        tests(
            "LarderCatalogTests",
            in: "Storage/Catalog",
            ["LarderCatalogWriting", "LarderModel", "LarderCatalog", "LarderTestSupport", grdb]
        ),
        tests(
            "LarderTests",
            in: "Reading/Larder",
            [
                "Larder", "LarderGRDB", "LarderModel", "LarderCatalog", "LarderCatalogWriting", "LarderAttributedText",
                "LarderImaging", "LarderFixtures",
                "LarderTestSupport", grdb,
            ]
        ),
        tests("LarderPagesTests", in: "Reading/Pages", ["LarderPages", "LarderHTML", "LarderModel"]),
        tests(
            "LarderViewerTests",
            in: "Reading/Viewer",
            [
                "Larder", "LarderViewer", "LarderPages", "LarderModel", "LarderCatalog", "LarderCatalogWriting",
                "LarderHTML", "LarderAttributedText", "LarderAttributedHTML", "LarderFixtures", "LarderTestSupport",
                grdb,
            ]
        ),
        tests(
            "LarderServerTests",
            in: "Programs/Server",
            [
                "Larder", "LarderServer", "LarderViewer", "LarderPages", "LarderModel", "LarderCatalog",
                "LarderCatalogWriting", "LarderFeeds", "LarderHTML", "LarderFixtures", "LarderWireClient",
                "LarderTestSupport", "LarderThreading", grdb, nioCore, nioEmbedded, nioHTTPTypes, httpTypes,
                hummingbird,
            ]
        ),
        tests(
            "LarderLedgerTests",
            in: "Cluster/Ledger",
            [
                "LarderModel", "LarderLedger", "LarderProtocol", "LarderCatalog",
                "LarderSimulation", "LarderTestSupport", deque, grdb,
            ]
        ),
        tests(
            "LarderSyncTests",
            in: "Programs/Sync",
            [
                "LarderModel", "LarderProtocol", "LarderWorkerCore", "LarderTransport", "LarderLedger", "LarderCache",
                "LarderCatalog", "LarderCatalogWriting", "LarderHTML", "LarderAttributedText",
                "LarderAttributedHTML",
                "LarderSourceDefinitions", "LarderSourceAdapters", "LarderSync", "LarderTools", "LarderTestSupport",
                "LarderHashing", grdb, logging, subprocess,
            ]
        ),
        tests(
            "LarderToolsTests",
            in: "Programs/Tools",
            [
                "LarderModel", "LarderProtocol", "LarderLedger", "LarderCatalog", "LarderCatalogWriting",
                "LarderSourceDefinitions", "LarderSync", "LarderTools", "LarderTestSupport", logging,
            ]
        ),
        tests(
            "LarderSampleSiteTests",
            in: "Programs/SampleSite",
            ["LarderSampleSite", "LarderImaging", "LarderTestSupport", "LarderWireClient", nioCore, nioPosix]
        ),
        tests("LarderBenchSiteTests", in: "Proof/BenchSiteTests", ["LarderModel", "LarderBenchSite", "LarderImaging"]),
        tests("LarderSimulationTests", in: "Proof/SimulationTests", ["LarderModel", "LarderSimulation"]),
        tests("LarderChaosTests", in: "Proof/ChaosTests", ["LarderModel", "LarderChaos", "LarderTestSupport"]),
        tests(
            "ClusterTests",
            in: "Programs/Cluster",
            [
                "LarderModel", "LarderHTML", "LarderPageReading", "LarderAttributedText", "LarderCatalog",
                "coordinator", "worker", "sample-site", "bench", "LarderChaos", "LarderProtocol", "LarderBenchSite",
                "LarderTestSupport", "LarderHashing", "LarderThreading",
                grdb,
            ]
        ),
    ]
)

// LARDER_TEST_TARGETS=A,B leaves these test targets and what they need: a build with a sanitizer is for few of them,
// and one build makes all that there are.
if let names = Context.environment["LARDER_TEST_TARGETS"] {
    var wanted = names.split(separator: ",").map(String.init)
    var kept: [Target] = []
    while let name = wanted.popLast() {
        guard let target = package.targets.first(where: { $0.name == name }), !kept.contains(where: { $0 === target })
        else { continue }
        kept.append(target)
        for case .byNameItem(let name, _) in target.dependencies { wanted.append(name) }
    }
    package.targets = kept
    package.products = []
}
