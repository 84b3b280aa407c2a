import Foundation
import Glibc
import LarderFetch
import Testing

/// Runs a fetcher around `body` and stops it after.
func withFetcher<Value>(
    _ configuration: FetcherConfiguration = FetcherConfiguration(),
    _ body: (Fetcher) async throws -> Value
) async throws -> Value {
    let fetcher = try await Fetcher.start(configuration: configuration)
    do {
        let value = try await body(fetcher)
        await fetcher.stop()
        return value
    } catch {
        await fetcher.stop()
        throw error
    }
}

/// A server and a fetcher, for as long as `body` runs.
func withServer<Value>(
    _ configuration: FetcherConfiguration = FetcherConfiguration(),
    _ handler: @escaping ScriptedServer.Handler,
    body: (ScriptedServer, Fetcher) async throws -> Value
) async throws -> Value {
    try await ScriptedServer.run(handler) { server in
        try await withFetcher(configuration) { try await body(server, $0) }
    }
}

extension FetchRequest.Timeouts {
    /// More than anything takes here, however busy the machine is.
    static let ample = Self(connect: .seconds(60), silence: .seconds(120), total: .seconds(300))
}

extension ScriptedServer {
    /// A request to this server, which it allows.
    func request(_ path: String, _ change: (inout FetchRequest) -> Void = { _ in }) -> FetchRequest {
        var request = FetchRequest(url: url + path, allowedPrivateAuthorities: [authority], timeouts: .ample)
        change(&request)
        return request
    }
}

/// The code of the error that `request` ends in; `nil` when it is answered.
func failure(_ fetcher: Fetcher, _ request: FetchRequest) async -> FetchError? {
    do throws(FetchError) {
        _ = try await fetcher.fetch(request)
        return nil
    } catch {
        return error
    }
}

/// How many descriptors this process holds now.
func openDescriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
}
