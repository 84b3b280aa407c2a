import Foundation
import Glibc
import LarderTestSupport

/// A site with a certificate of its own for `localhost`, run by a command: openssl for HTTP/1, nghttpd for HTTP/2.
final class TLSSite {
    private static let openssl = "/usr/bin/openssl"
    private static let nghttpd = "/usr/sbin/nghttpd"

    static var hasHTTP1: Bool { FileManager.default.isExecutableFile(atPath: openssl) }
    static var hasHTTP2: Bool { hasHTTP1 && FileManager.default.isExecutableFile(atPath: nghttpd) }

    /// The file of the certificate.
    let certificate: String
    private(set) var port = 0
    private let folder: URL
    private let process = Process()
    private var held: HeldPort?

    private struct NoSite: Error {}

    /// Answers every request with a page about the connection.
    static func http1() throws -> TLSSite {
        let site = try TLSSite()
        try site.start(
            openssl,
            ["s_server", "-accept", "127.0.0.1:0", "-cert", site.certificate, "-key", site.key, "-www"]
        ) { line in
            // "ACCEPT 127.0.0.1:40123"
            line.hasPrefix("ACCEPT") ? line.split(separator: ":").last.flatMap { Int($0) } : nil
        }
        return site
    }

    /// Serves `page.txt`.
    static func http2() throws -> TLSSite {
        let site = try TLSSite()
        try Data("hello over http 2".utf8).write(to: site.folder.appendingPathComponent("page.txt"))
        // nghttpd does not tell which port the kernel chose, so it is told one.
        let held = try HeldPort()
        let port = held.number
        site.held = held
        try site.start(
            nghttpd,
            ["-v", "-a", "127.0.0.1", "-d", site.folder.path, "\(port)", site.key, site.certificate]
        ) { $0.contains("listen 127.0.0.1") ? port : nil }
        return site
    }

    private var key: String { folder.appendingPathComponent("key.pem").path }

    private init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("larder-tls-" + UUID().uuidString)
        certificate = folder.appendingPathComponent("cert.pem").path
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let maker = Process()
        maker.executableURL = URL(fileURLWithPath: Self.openssl)
        maker.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj",
            "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate,
        ]
        maker.standardError = FileHandle.nullDevice
        try maker.run()
        maker.waitUntilExit()
        guard maker.terminationStatus == 0 else { throw NoSite() }
    }

    /// Runs a command and waits until one of its lines names the port.
    private func start(_ path: String, _ arguments: [String], port: (String) -> Int?) throws {
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var said = ""
        while true {
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { throw NoSite() }
            said += String(decoding: bytes, as: UTF8.self)
            for line in said.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                guard let found = port(String(line)) else { continue }
                self.port = found
                // Whatever it says from here on must not fill the pipe.
                output.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
                return
            }
        }
    }

    func end() {
        (process.standardOutput as? Pipe)?.fileHandleForReading.readabilityHandler = nil
        // Not SIGTERM: a thread of the task pool blocks signals, and the child has inherited that.
        _ = kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        // Only a temporary folder is left behind if this fails.
        try? FileManager.default.removeItem(at: folder)
    }
}
