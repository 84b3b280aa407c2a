import ArgumentParser
import Foundation
import LarderCommandLine
import LarderFetch
import LarderModel
import LarderSourceDefinitions
import LarderSourceProbe

/// The part of `coordinator sources init` that fetches: coordinators do not.
struct Probe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Look at a site and print a first source file for it.",
        shouldDisplay: false
    )

    func run() async throws {
        // Arguments are public, and the address may hold a key.
        let url = readLine() ?? ""
        do {
            guard let address = WebAddress(url.contains("://") ? url : "https://" + url) else {
                throw ProbeError("\"\(url.prefix { $0 != "?" })\" is no http or https URL.")
            }
            print(try await Self.proposal(for: address).yaml, terminator: "")
        } catch let error as ProbeError {
            printError("coordinator: \(error)")
            throw ExitCode(2)
        }
    }

    private static func proposal(for address: WebAddress) async throws -> SourceProposal {
        let environment = ProcessInfo.processInfo.environment
        if let fault = ProxyEnvironment(environment).fault { throw ProbeError(fault) }
        let proxies = ProxySettings(environment: environment)
        let fetcher = try await Fetcher.start(configuration: FetcherConfiguration(proxies: proxies))
        do {
            let client = ProbeClient(fetcher: fetcher, address: address)
            let proposal = try await SourceProbe.proposal(
                for: address,
                nowMs: Int64(Date().timeIntervalSince1970 * 1000),
                ask: client.get,
                tell: { printError($0) }
            )
            await fetcher.stop()
            return proposal
        } catch {
            await fetcher.stop()
            throw error
        }
    }
}

/// Fetches sequentially; public hosts at most once a second.
private final class ProbeClient {
    private let fetcher: Fetcher
    private let address: WebAddress
    private var nextStart: ContinuousClock.Instant?

    private static let pause = Duration.seconds(1)
    /// The longest pause that a host gets.
    private static let longestPause = Duration.seconds(10)
    /// An answer that takes longer is announced on standard error.
    private static let silence = Duration.seconds(2)
    private static let timeouts = FetchRequest.Timeouts(
        connect: .seconds(10),
        silence: .seconds(10),
        total: .seconds(20)
    )
    /// After this no request begins, so that a slow site does not take minutes.
    private let end = ContinuousClock.now + .seconds(90)

    init(fetcher: Fetcher, address: WebAddress) {
        self.fetcher = fetcher
        self.address = address
    }

    func get(_ url: String, wantsJSON: Bool) async throws(ProbeError) -> ProbeAnswer {
        let answer = try await ask(url, wantsJSON: wantsJSON)
        let pause = pause(in: answer.headers)
        guard answer.status == 429 || answer.status == 503, pause > .zero else { return answer }
        guard pause <= Self.longestPause else {
            throw ProbeError(
                "\(place(url)) answers with status \(answer.status) and asks for a pause of \(pause.spoken). Type the "
                    + "same command after that."
            )
        }
        printError("\(place(url)) answers with status \(answer.status); it is asked again in \(pause.spoken).")
        return try await ask(url, wantsJSON: wantsJSON)
    }

    private func place(_ url: String) -> String { WebAddress(url)?.hostPort.description ?? "The host" }

    private static func tellIfSlow(_ place: String) async {
        guard (try? await Task.sleep(for: silence)) != nil else { return }
        printError("Waiting for an answer of \(place), for at most \(timeouts.total.spoken).")
    }

    private func ask(_ url: String, wantsJSON: Bool) async throws(ProbeError) -> ProbeAnswer {
        if let nextStart { try? await ContinuousClock().sleep(until: nextStart) }
        nextStart = WebAddress(url)?.hostPort.isOfThisMachineOrPrivate == true ? nil : .now + Self.pause
        let accept = wantsJSON ? "application/json,*/*;q=0.1" : "text/html,application/json;q=0.9,*/*;q=0.8"
        var request = FetchRequest(
            url: url,
            headers: [HeaderField(name: "Accept", value: accept)],
            maxBodyBytes: ProbeAnswer.maxBodyBytes,
            allowedPrivateAuthorities: [address.hostPort.description]
        )
        request.keepsBeginning = true
        request.timeouts = Self.timeouts
        guard ContinuousClock.now < end else {
            throw ProbeError("\(place(url)) is too slow to look at: 90 s were not enough. Try again later.")
        }
        let place = place(url)
        async let _: Void = Self.tellIfSlow(place)
        do throws(FetchError) {
            let response = try await fetcher.fetch(request)
            let pause = pause(in: response.headers)
            if pause > .zero { nextStart = max(nextStart ?? .now, .now + min(pause, Self.longestPause)) }
            return ProbeAnswer(
                status: response.status,
                headers: response.headers,
                body: response.body,
                url: response.finalURL
            )
        } catch {
            // There is no source file yet.
            throw ProbeError(error.message.replacing(" (in the source's file: `base`)", with: ""))
        }
    }

    /// How long the host asks to be left alone.
    private func pause(in headers: [HeaderField]) -> Duration {
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        let asked = [RetryAfter.pause(in: headers, receivedAtMs: now), RateLimit.pause(in: headers, receivedAtMs: now)]
        return asked.compactMap(\.self).max() ?? .zero
    }
}
