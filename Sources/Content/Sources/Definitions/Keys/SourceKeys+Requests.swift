internal import LarderModel

/// The keys that say how hosts are treated.
extension SourceDefinition {
    static var requestKeys: [DefinitionKey<SourceDefinition>] { politenessKeys + identificationKeys + retryKeys }

    private static var politenessKeys: [DefinitionKey<SourceDefinition>] {
        let keys: [DefinitionKey<Politeness>] = [
            .optional("concurrency", \.concurrency, .integer(1...64)),
            .optional("delay", \.delay, .duration(.zero ... .seconds(3_600))),
        ]
        let standard = "2, and 1s or twice the host's latency; 6, 0s for hosts without limit, see below"
        return [
            .mapping("politeness", \.politeness, keys, example: "{delay: 2s}")
                .help("for each host: `concurrency` 1 to 64, `delay` between requests 0s to 1h", standard: standard)
        ]
    }

    private static var identificationKeys: [DefinitionKey<SourceDefinition>] {
        let headers = KeyForm(read: CrawlIdentity.headers, write: CrawlIdentity.yaml)
        let quota = KeyForm(read: CrawlIdentity.quota, write: { quoted($0.description) })
        return [
            .optional("contact", \.identity.contact, .text(CrawlIdentity.contact))
                .help("an address or page for whoever runs the hosts, sent as `Larder/1 (+contact)`"),
            .optional("user-agent", \.identity.userAgent, .text(CrawlIdentity.userAgent))
                .help("the whole `User-Agent` instead", standard: "`Larder/1`"),
            .list("headers", \.identity.headers, headers).holding([], example: "{X-Name: value}")
                .help("further header fields, at most 32: a value or `{environment: NAME}`"),
            .value("own", \.identity.isOwn, .boolean).writtenIf(\.identity.isOwn)
                .help("the base's host, names below it and the hosts of `allow` are yours", standard: "`false`"),
            .optional("robots", \.identity.robots, .choice)
                .help("`obey`: also on hosts without limit", standard: "obeyed on hosts with limits"),
            .optional("quota", \.identity.quota, quota)
                .help("requests to the base's host", standard: "any number"),
        ]
    }

    private static var retryKeys: [DefinitionKey<SourceDefinition>] {
        let hosts = KeyForm(
            range: ", at most 64",
            read: { value throws(SourceError) in
                try value.items(0...64) { item throws(SourceError) in try item.hostPort() }.unique()
            },
            write: { yamlList($0.map(\.description)) }
        )
        return [
            .mapping("retry", \.retry, Retry.keys, example: "{attempts: 3}")
                .help(
                    "`attempts` 1 to 50, first pause `base`, longest pause `cap`",
                    standard: "8, 1s, 15m, `cap` where that is given, else 24h"
                ),
            .value("timeout", \.timeout, .duration(.milliseconds(10) ... .seconds(3_600)))
                .help("the longest silence of one request", standard: "30s"),
            .list("allow", \.allow, hosts)
                .help("private addresses as `host:port` that it may lead to besides its base"),
        ]
    }
}

extension SourceDefinition.Retry {
    fileprivate static var keys: [DefinitionKey<Self>] {
        [
            .value("attempts", \.attempts, .integer(1...50)),
            DefinitionKey(
                name: "base",
                read: { retry, value throws(SourceError) in
                    let cap = retry.cap
                    // Where it is wrong, a cap is not compared with it.
                    retry.base = .milliseconds(1)
                    retry.base = try value.duration(.milliseconds(1) ... .seconds(3_600))
                    // A base beyond the default cap without a cap of its own means that base as the cap.
                    retry.cap = max(cap, retry.base)
                },
                write: { DurationText.text($0.base) }
            ),
            DefinitionKey(
                name: "cap",
                read: { retry, value throws(SourceError) in
                    retry.cap = try value.duration(retry.base ... .seconds(86_400))
                    // It bounds the pauses that hosts ask for too, unless `pause` is given.
                    retry.pause = retry.cap
                },
                write: { DurationText.text($0.cap) }
            ),
            .value("pause", \.pause, .duration(.zero...RetryAfter.longest)),
        ]
    }
}

extension YAMLValue {
    fileprivate func hostPort() throws(SourceError) -> HostPort {
        let text = try word(max: 260)
        if let address = HostPort(text) { return address }
        let shown = text.shortened(to: 60)
        throw error(
            .outOfRange,
            "\"\(shown)\" must be a host and a port, such as `10.0.0.7:8080` or `[::1]:80`."
        )
    }
}
