internal import LarderModel
internal import LarderSourceDefinitions

/// The requests that are the same for every source: web pages and pictures.
enum CommonRequests {
    static let jsonAccept = "application/json"
    static let imageAccept = "image/avif,image/webp,image/*;q=0.9,*/*;q=0.1"

    /// A request for an address as it stands.
    static func plain(_ address: WebAddress, accept: String) -> SourceRequest {
        SourceRequest(
            url: address.description,
            headers: [],
            redactedURL: address.description,
            accept: accept,
            lane: address.hostPort
        )
    }

    /// The same with the source's key, which goes to the base's scheme, host and port alone.
    static func signed(
        _ address: WebAddress,
        accept: String,
        _ definition: SourceDefinition,
        apiKey: String?
    ) -> SourceRequest {
        guard let apiKey, address.origin == definition.base.origin else { return plain(address, accept: accept) }
        var headers: [HeaderField] = []
        var real = address.with(keyInPath: apiKey)
        switch definition.key?.place {
        case .header(let name)?: headers = [HeaderField(name: name, value: apiKey)]
        case .bearer?: headers = [HeaderField(name: "Authorization", value: "Bearer " + apiKey)]
        case .query(let name)?: if !address.hasParameter(name) { real = real.adding([(name, apiKey)]) }
        case nil: break
        }
        return SourceRequest(
            url: real.description,
            headers: headers,
            redactedURL: address.description,
            accept: accept,
            lane: address.hostPort
        )
    }

    /// A request for an address that an answer named: relative to a base with the key in its path, it has the key's place in it too.
    private static func named(
        _ address: WebAddress,
        accept: String,
        _ definition: SourceDefinition,
        apiKey: String?
    ) -> SourceRequest {
        let base = definition.base
        guard let apiKey, address.origin == base.origin, base.path.contains(SourceDefinition.keyInPath) else {
            return plain(address, accept: accept)
        }
        return SourceRequest(
            url: address.with(keyInPath: apiKey).description,
            headers: [],
            redactedURL: address.description,
            accept: accept,
            lane: address.hostPort
        )
    }

    /// - Parameter apiKey: The key of a source whose base may hold its place; nil: no address does.
    static func request(
        for spec: JobSpec,
        definition: SourceDefinition,
        apiKey: String? = nil
    ) throws(SourceError) -> SourceRequest {
        let url: String
        let accept: String
        switch spec.work {
        case .page(let work): (url, accept) = (work.url, PageReading.accept)
        case .imageDownload(let work): (url, accept) = (work.imageURN.isEmpty ? "" : work.url, imageAccept)
        default: (url, accept) = ("", "")
        }
        guard let address = WebAddress(url) else {
            throw SourceError(
                code: .unsupportedJob,
                message: "The source \"\(definition.name)\" has no request for this job; "
                    + "it was made by another version of Larder or is damaged."
            )
        }
        return named(address, accept: accept, definition, apiKey: apiKey)
    }

    static func unreadable(_ spec: JobSpec, _ definition: SourceDefinition) -> ReadFailure {
        ReadFailure(
            .permanent,
            .unsupportedJob,
            "The source \"\(definition.name)\" reads no answers to this kind of job; "
                + "it was made by another version of Larder or is damaged."
        )
    }
}

extension WebAddress {
    /// The address with the key at its place in the path.
    fileprivate func with(keyInPath key: String) -> WebAddress {
        WebAddress(
            scheme: scheme,
            host: host,
            port: port,
            path: path.replacing(SourceDefinition.keyInPath, with: key.percentEncodedWord),
            query: query
        )
    }
}
