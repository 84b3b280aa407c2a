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

let protobuf = Target.Dependency.product(name: "SwiftProtobuf", package: "swift-protobuf")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

/// A library in `Sources/FOLDER`; the first part of the folder is its layer.
func library(
    _ name: String,
    in folder: String,
    _ dependencies: [Target.Dependency],
    exclude: [String] = []
) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        path: "Sources/" + folder,
        exclude: exclude,
        swiftSettings: strict
    )
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: "Sources/Programs/" + name, swiftSettings: strict)
}

func tests(_ name: String, in folder: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: "Tests/" + folder, swiftSettings: strict)
}

let package = Package(
    name: "larder",
    products: [
        .library(name: "LarderCatalog", targets: ["LarderCatalog"]),
        .library(name: "LarderHTML", targets: ["LarderHTML"]),
        .library(name: "LarderText", targets: ["LarderText"]),
        .executable(name: "coordinator", targets: ["coordinator"]),
        .executable(name: "worker", targets: ["worker"]),
        .executable(name: "sample-site", targets: ["sample-site"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    targets: [
        .systemLibrary(name: "CZeroMQ", path: "Sources/C/CZeroMQ", providers: [.apt(["libzmq3-dev"])]),
        .systemLibrary(name: "CCurl", path: "Sources/C/CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(
            name: "CVipsLibrary",
            path: "Sources/C/CVips/system",
            pkgConfig: "vips",
            providers: [.apt(["libvips-dev"])]
        ),
        .target(name: "CVips", dependencies: ["CVipsLibrary"], path: "Sources/C/CVips", exclude: ["system"]),
        .target(name: "CLinuxShims", path: "Sources/C/CLinuxShims"),

        library("LarderModel", in: "Model", []),

        library("ZeroMQ", in: "Cluster/ZeroMQ", ["CZeroMQ"]),
        library("LarderThreading", in: "Cluster/Threading", ["CLinuxShims"]),
        library("LarderProtocol", in: "Cluster/Protocol", ["LarderModel", protobuf], exclude: ["Proto"]),
        library(
            "LarderTransport",
            in: "Cluster/Transport",
            ["LarderModel", "LarderProtocol", "ZeroMQ", "LarderThreading", protobuf]
        ),
        library("LarderFetch", in: "Cluster/Fetch", ["LarderModel", "CCurl", "LarderThreading"]),
        library("LarderCache", in: "Storage/Cache", ["LarderModel", crypto]),
        library("LarderHTML", in: "Content/HTML", []),
        library("LarderText", in: "Content/Text", ["LarderModel", "LarderHTML"]),
        library(
            "LarderSources",
            in: "Content/Sources",
            ["LarderModel", "LarderHTML", "LarderProtocol", protobuf, yams]
        ),
        library("LarderImaging", in: "Content/Imaging", ["LarderModel", "CVips"]),
        library("LarderCatalog", in: "Storage/Catalog", ["LarderModel", grdb]),
        library("LarderLedger", in: "Cluster/Ledger", ["LarderModel", "LarderProtocol", grdb, protobuf]),
        library(
            "LarderWorker",
            in: "Programs/WorkerService",
            [
                "LarderModel", "LarderProtocol", "LarderTransport", "LarderThreading", "LarderFetch", "LarderCache",
                "LarderSources",
                "LarderHTML",
                "LarderText", "LarderImaging", protobuf,
            ]
        ),
        library(
            "LarderCoordinator",
            in: "Programs/CoordinatorService",
            [
                "LarderModel", "LarderProtocol", "LarderTransport", "LarderThreading", "LarderLedger", "LarderCatalog",
                "LarderCache",
                "LarderSources",
                "LarderSampleSite", crypto, grdb, protobuf, subprocess, systemPackage,
            ]
        ),
        library("LarderSampleSite", in: "Proof/SampleSite", ["LarderModel", hummingbird, httpTypes, logging, nioCore]),

        library(
            "LarderSimulation",
            in: "Proof/Simulation",
            ["LarderModel", "LarderLedger", "LarderTransport", "LarderProtocol"]
        ),
        program("simulate", ["LarderModel", "LarderSimulation", "LarderLedger", argumentParser]),

        library("LarderChaos", in: "Proof/Chaos", ["LarderModel", "LarderThreading", "LarderTestSupport", grdb]),
        program("chaos", ["LarderModel", "LarderChaos", argumentParser]),

        library(
            "LarderCommandLine",
            in: "Programs/CommandLineSupport",
            ["LarderModel", "LarderTransport", "LarderProtocol", argumentParser]
        ),
        program(
            "coordinator",
            ["LarderModel", "LarderCoordinator", "LarderCommandLine", "LarderTransport", argumentParser, unixSignals]
        ),
        program(
            "worker",
            [
                "LarderModel", "LarderWorker", "LarderCommandLine", "LarderTransport", "LarderThreading",
                argumentParser,
            ]
        ),
        program("sample-site", ["LarderSampleSite", argumentParser, logging, unixSignals]),

        library("LarderTestSupport", in: "Proof/TestSupport", ["LarderModel"]),

        tests("LarderModelTests", in: "ModelTests", ["LarderModel"]),
        tests("LarderThreadingTests", in: "Cluster/ThreadingTests", ["LarderThreading"]),
        tests(
            "LarderProtocolTests",
            in: "Cluster/ProtocolTests",
            ["LarderModel", "LarderProtocol", "LarderTestSupport", protobuf]
        ),
        tests(
            "LarderTransportTests",
            in: "Cluster/TransportTests",
            ["LarderModel", "LarderTransport", "LarderProtocol", "LarderTestSupport", "ZeroMQ", protobuf]
        ),
        tests(
            "LarderFetchTests",
            in: "Cluster/FetchTests",
            ["LarderModel", "LarderFetch", "LarderTestSupport", "LarderThreading"]
        ),
        tests("LarderCacheTests", in: "Storage/CacheTests", ["LarderModel", "LarderCache", "LarderTestSupport"]),
        tests("LarderHTMLTests", in: "Content/HTMLTests", ["LarderHTML", "LarderTestSupport"]),
        tests(
            "LarderTextTests",
            in: "Content/TextTests",
            ["LarderModel", "LarderText", "LarderTestSupport", "LarderHTML"]
        ),
        tests("LarderImagingTests", in: "Content/ImagingTests", ["LarderImaging", "LarderTestSupport"]),
        tests("LarderWorkerTests", in: "Programs/WorkerTests", ["LarderModel", "LarderWorker", "LarderProtocol"]),
        tests(
            "LarderSourcesTests",
            in: "Content/SourcesTests",
            ["LarderModel", "LarderSources", "LarderProtocol", "LarderTestSupport", protobuf]
        ),
        tests(
            "LarderCatalogTests",
            in: "Storage/CatalogTests",
            ["LarderModel", "LarderCatalog", "LarderTestSupport", grdb]
        ),
        tests(
            "LarderLedgerTests",
            in: "Cluster/LedgerTests",
            ["LarderModel", "LarderLedger", "LarderProtocol", "LarderCatalog", "LarderTestSupport", grdb]
        ),
        tests(
            "LarderCoordinatorTests",
            in: "Programs/CoordinatorTests",
            [
                "LarderModel", "LarderCoordinator", "LarderCatalog", "LarderLedger", "LarderProtocol", "LarderSources",
                "LarderTestSupport", grdb, protobuf,
            ]
        ),
        tests(
            "LarderSampleSiteTests",
            in: "Proof/SampleSiteTests",
            ["LarderModel", "LarderSampleSite", nioCore, nioPosix]
        ),
        tests("LarderSimulationTests", in: "Proof/SimulationTests", ["LarderModel", "LarderSimulation"]),
        tests("LarderChaosTests", in: "Proof/ChaosTests", ["LarderModel", "LarderChaos", "LarderTestSupport"]),
        tests(
            "ClusterTests",
            in: "Programs/ClusterTests",
            [
                "LarderModel", "coordinator", "worker", "sample-site", "LarderChaos", "LarderProtocol",
                "LarderTestSupport",
                subprocess, systemPackage, grdb,
            ]
        ),
    ]
)

// LARDER_TEST_TARGETS=A,B leaves these test targets and what they need: a build with a sanitizer is for few of them, and one
// build makes all that there are.
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
