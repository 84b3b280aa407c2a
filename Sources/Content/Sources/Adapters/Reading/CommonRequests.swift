internal import LarderModel
internal import LarderSourceDefinitions

/// The requests that are the same for every source: web pages and pictures.
enum CommonRequests {
    static let jsonAccept = "application/json"
    static let imageAccept = "image/avif,image/webp,image/*;q=0.9,*/*;q=0.1"

    /// A request with the source's key, which goes to the base's scheme, host and port alone.
    static func signed(
        _ address: WebAddress,
        accept: String,
        _ definition: SourceDefinition,
        apiKey: String?
    ) -> SourceRequest {
        guard let apiKey, address.origin == definition.base.origin else {
            return SourceRequest(address, accept: accept)
        }
        let key = definition.key?.sent(apiKey, to: address) ?? (headers: [], query: [])
        let signed = address.with(keyInPath: apiKey).adding(key.query)
        return SourceRequest(address, signed: signed, headers: key.headers, accept: accept)
    }

    /// - Parameter apiKey: Fills the key's place in an address; nil: no address has one.
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
        // Addresses relative to a base with the key in its path have the key's place in their path too.
        guard let apiKey, address.origin == definition.base.origin,
            definition.base.path.contains(SourceDefinition.keyInPath)
        else { return SourceRequest(address, accept: accept) }
        return SourceRequest(address, signed: address.with(keyInPath: apiKey), accept: accept)
    }
}

extension SourceDefinition.Key {
    /// The header fields and parameters that a request carries for the key, without a parameter that the address has.
    func sent(
        _ key: String,
        to address: WebAddress
    ) -> (headers: [HeaderField], query: [(name: String, value: String)]) {
        switch place {
        case .header(let name): ([HeaderField(name: name, value: key)], [])
        case .bearer: ([HeaderField(name: "Authorization", value: "Bearer " + key)], [])
        case .query(let name): ([], address.hasParameter(name) ? [] : [(name, key)])
        case nil: ([], [])
        }
    }
}

extension WebAddress {
    /// The address with the key at its place in the path.
    fileprivate func with(keyInPath key: String) -> WebAddress {
        with(path: path.replacing(SourceDefinition.keyInPath, with: key.percentEncodedWord), query: query)
    }
}
