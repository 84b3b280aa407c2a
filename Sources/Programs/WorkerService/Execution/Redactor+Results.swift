internal import LarderFetch
internal import LarderModel

extension FetchResponse {
    /// The answer as it may be read and stored: body and header fields without secrets.
    ///
    /// The URL that answered stays as it is; nothing is made of it.
    func redacted(by redactor: Redactor) -> FetchResponse {
        guard !redactor.isEmpty else { return self }
        var response = self
        response.headers = headers.map {
            HeaderField(name: redactor.redacted($0.name), value: redactor.redacted($0.value))
        }
        response.body = redactor.redacted(body)
        return response
    }
}
