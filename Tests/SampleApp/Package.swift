// swift-tools-version: 6.2
import PackageDescription

/// A small app that ships a larder: it links two products and resolves no package but GRDB.
let package = Package(
    name: "SampleApp",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "larder", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "SampleApp",
            dependencies: [
                .product(name: "LarderCatalog", package: "larder"),
                .product(name: "LarderAttributedHTML", package: "larder"),
            ]
        )
    ]
)
