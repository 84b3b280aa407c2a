// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error), .strictMemorySafety(),
]

// A package of its own, so that libgumbo never comes near the products. LARDER_PACKAGE names another package with the
// product LarderHTML than the one this folder stands in.
let package = Package(
    name: "HTMLParserBenchmark",
    dependencies: [
        .package(name: "larder", path: Context.environment["LARDER_PACKAGE"] ?? "../../../.."),
        .package(path: "../CGumbo"),
    ],
    targets: [
        .executableTarget(
            name: "HTMLParserBenchmark",
            dependencies: [
                .product(name: "LarderHTML", package: "larder"), .product(name: "CGumbo", package: "CGumbo"),
            ],
            swiftSettings: strict
        )
    ]
)
