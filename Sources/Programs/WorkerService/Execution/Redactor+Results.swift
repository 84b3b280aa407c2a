internal import LarderFetch
internal import LarderModel

extension FetchResponse {
    /// The answer as it may be read and stored: body and header fields without secrets.
    ///
    /// The URL that answered stays as it is; nothing is made of it.
    func redacted(by redactor: Redactor) -> FetchResponse {
        guard !redactor.isEmpty else { return self }
        return FetchResponse(
            status: status,
            finalURL: finalURL,
            headers: headers.map { HeaderField(name: redactor.redacted($0.name), value: redactor.redacted($0.value)) },
            body: redactor.redacted(body),
            isBodyCut: isBodyCut,
            wireBytes: wireBytes,
            headerBytes: headerBytes,
            duration: duration,
            redirects: redirects,
            version: version
        )
    }
}
