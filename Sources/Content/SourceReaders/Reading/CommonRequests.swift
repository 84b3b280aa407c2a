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
        let path = address.path.replacing(SourceDefinition.keyInPath, with: apiKey.percentEncodedWord)
        var real = WebAddress(
            scheme: address.scheme,
            host: address.host,
            port: address.port,
            path: path,
            query: address.query
        )
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

    static func request(for spec: JobSpec, definition: SourceDefinition) throws(SourceError) -> SourceRequest {
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
        return plain(address, accept: accept)
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
