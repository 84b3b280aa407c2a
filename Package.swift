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

func library(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
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
        .systemLibrary(name: "CZeroMQ", providers: [.apt(["libzmq3-dev"])]),
        .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(
            name: "CVipsLibrary",
            path: "Sources/CVips/system",
            pkgConfig: "vips",
            providers: [.apt(["libvips-dev"])]
        ),
        .target(name: "CVips", dependencies: ["CVipsLibrary"], exclude: ["system"]),
        .target(name: "CLinuxShims"),

        library("ZeroMQ", ["CZeroMQ"]),
        library("LarderThreading", ["CLinuxShims"]),
        library("LarderProtocol", [protobuf], exclude: ["Proto"]),
        library("LarderTransport", ["LarderProtocol", "ZeroMQ", "LarderThreading", protobuf]),
        library("LarderFetch", ["CCurl", "LarderThreading"]),
        library("LarderCache", [crypto]),
        library("LarderHTML", []),
        library("LarderText", ["LarderHTML"]),
        library("LarderSources", ["LarderHTML", "LarderProtocol", protobuf, yams]),
        library("LarderImaging", ["CVips"]),
        library("LarderCatalog", [grdb]),
        library("LarderLedger", ["LarderProtocol", grdb, protobuf]),
        library(
            "LarderWorker",
            [
                "LarderProtocol", "LarderTransport", "LarderThreading", "LarderFetch", "LarderCache", "LarderSources",
                "LarderHTML",
                "LarderText", "LarderImaging", protobuf,
            ]
        ),
        library(
            "LarderCoordinator",
            [
                "LarderProtocol", "LarderTransport", "LarderThreading", "LarderLedger", "LarderCatalog", "LarderCache",
                "LarderSources",
                "LarderSampleSite", crypto, grdb, protobuf, subprocess, systemPackage,
            ]
        ),
        library("LarderSampleSite", [hummingbird, httpTypes, logging, nioCore]),

        library("LarderSimulation", ["LarderLedger", "LarderTransport", "LarderProtocol"]),
        .executableTarget(
            name: "simulate",
            dependencies: ["LarderSimulation", "LarderLedger", argumentParser],
            swiftSettings: strict
        ),

        library("LarderChaos", ["LarderThreading", "LarderTestSupport", grdb]),
        .executableTarget(name: "chaos", dependencies: ["LarderChaos", argumentParser], swiftSettings: strict),

        library("LarderCommandLine", ["LarderTransport", "LarderProtocol", argumentParser]),
        .executableTarget(
            name: "coordinator",
            dependencies: ["LarderCoordinator", "LarderCommandLine", "LarderTransport", argumentParser, unixSignals],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "worker",
            dependencies: [
                "LarderWorker", "LarderCommandLine", "LarderTransport", "LarderThreading", argumentParser,
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "sample-site",
            dependencies: ["LarderSampleSite", argumentParser, logging, unixSignals],
            swiftSettings: strict
        ),

        library("LarderTestSupport", []),

        tests("LarderThreadingTests", ["LarderThreading"]),
        tests("LarderProtocolTests", ["LarderProtocol", "LarderTestSupport", protobuf]),
        tests("LarderTransportTests", ["LarderTransport", "LarderProtocol", "LarderTestSupport", "ZeroMQ", protobuf]),
        tests("LarderFetchTests", ["LarderFetch", "LarderTestSupport", "LarderThreading"]),
        tests("LarderCacheTests", ["LarderCache", "LarderTestSupport"]),
        tests("LarderHTMLTests", ["LarderHTML", "LarderTestSupport"]),
        tests("LarderTextTests", ["LarderText", "LarderTestSupport", "LarderHTML"]),
        tests("LarderImagingTests", ["LarderImaging", "LarderTestSupport"]),
        tests("LarderWorkerTests", ["LarderWorker", "LarderProtocol"]),
        tests("LarderSourcesTests", ["LarderSources", "LarderProtocol", "LarderTestSupport", protobuf]),
        tests("LarderCatalogTests", ["LarderCatalog", "LarderTestSupport", grdb]),
        tests("LarderLedgerTests", ["LarderLedger", "LarderProtocol", "LarderCatalog", "LarderTestSupport", grdb]),
        tests(
            "LarderCoordinatorTests",
            [
                "LarderCoordinator", "LarderCatalog", "LarderLedger", "LarderProtocol", "LarderSources",
                "LarderTestSupport", grdb, protobuf,
            ]
        ),
        tests("LarderSampleSiteTests", ["LarderSampleSite", nioCore, nioPosix]),
        tests("LarderSimulationTests", ["LarderSimulation"]),
        tests("LarderChaosTests", ["LarderChaos", "LarderTestSupport"]),
        tests(
            "ClusterTests",
            [
                "coordinator", "worker", "sample-site", "LarderChaos", "LarderProtocol", "LarderTestSupport",
                subprocess, systemPackage, grdb,
            ]
        ),
    ]
)
