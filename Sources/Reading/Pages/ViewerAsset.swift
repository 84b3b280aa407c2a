/// A file that pages share.
package struct ViewerAsset: Sendable {
    /// Its name in the first page's folder.
    package let name: String
    /// Its media type.
    package let type: String
    package let bytes: [UInt8]

    private init(_ name: String, _ type: String, _ parts: [[UInt8]]) {
        (self.name, self.type, bytes) = (name, type, Array(parts.joined(separator: [0x0A])))
    }

    /// A style sheet or a script, without indentation and lines that are comments.
    private init(code name: String, _ type: String, _ parts: [[UInt8]]) {
        self.init(name, type + "; charset=utf-8", parts.map(Self.compact))
    }

    private static func compact(_ code: [UInt8]) -> [UInt8] {
        let lines = code.split(separator: 0x0A).map { $0.drop { $0 == 0x20 } }
        return Array(lines.filter { !$0.isEmpty && !$0.starts(with: "//".utf8) }.joined(separator: [0x0A]))
    }

    /// Timers run on while other pages are looked at, so each page has the script of items.
    package static let all: [ViewerAsset] = {
        typealias Files = PackageResources
        let script = "text/javascript"
        return [
            ViewerAsset(
                code: "viewer.css",
                "text/css",
                [Files.base_css, Files.list_css, Files.item_css, Files.status_css]
            ),
            ViewerAsset(code: "viewer.js", script, [Files.base_js, Files.item_js]),
            ViewerAsset(code: "folder.js", script, [Files.folder_js, Files.keep_js]),
            ViewerAsset(code: "lists.js", script, [Files.lists_js]),
            ViewerAsset(code: "status.js", script, [Files.status_js, Files.keep_js]),
            ViewerAsset(code: "service-worker.js", script, [Files.service_worker_js]),
            ViewerAsset("icon.svg", "image/svg+xml", [Files.icon_svg]),
            ViewerAsset("manifest.webmanifest", "application/manifest+json", [Files.manifest_webmanifest]),
        ]
    }()
}
