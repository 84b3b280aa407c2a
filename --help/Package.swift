// swift-tools-version: 6.2
import PackageDescription

/// A small app that reads a larder: it resolves no package but GRDB.
let package = Package(
    name: "SampleApp",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "larder", path: "/work/main", traits: [])],
    targets: [
        .executableTarget(
            name: "SampleApp",
            dependencies: [
                .product(name: "Larder", package: "larder"),
                .product(name: "LarderAttributedText", package: "larder"),
                .product(name: "LarderModel", package: "larder"),
            ]
        )
    ]
)
