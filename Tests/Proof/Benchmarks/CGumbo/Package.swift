// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "CGumbo",
    products: [.library(name: "CGumbo", targets: ["CGumbo"])],
    targets: [
        .systemLibrary(
            name: "CGumbo",
            path: "Sources/CGumbo",
            providers: [.apt(["libgumbo-dev"]), .brew(["gumbo-parser"])]
        )
    ]
)
