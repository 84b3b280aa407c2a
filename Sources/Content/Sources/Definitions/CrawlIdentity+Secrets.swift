internal import Foundation
internal import LarderModel

extension SourceDefinition {
    /// The definition with the values of its header fields out of `environment` and out of files.
    ///
    /// - Throws: ``SourceError`` with code `missing-api-key` for a variable or file that is missing, empty or no header
    ///   value, or whose value is too short to be hidden in what is shown.
    package func withHeaders(from environment: [String: String]) throws(SourceError) -> SourceDefinition {
        var definition = self
        for (index, header) in identity.headers.enumerated() where header.isSecret {
            definition.identity.headers[index].value = try secret(of: header, environment)
        }
        return definition
    }

    private func secret(of header: CrawlIdentity.Header, _ environment: [String: String]) throws(SourceError) -> String
    {
        let place = header.environment.map { "environment variable \($0)" } ?? "file \(header.file ?? "")"
        func refuse(_ rest: String) -> SourceError {
            let start = "The source \"\(name)\" takes the header field \(header.name) from the \(place), "
            return SourceError(code: .missingAPIKey, message: start + rest)
        }
        let text: String
        if let variable = header.environment {
            text = environment[variable] ?? ""
        } else {
            text = try firstLine(of: header.file ?? "", home: environment["HOME"], refuse)
        }
        let value = text.trimmedASCII
        let advice =
            header.environment.map { "Set it, as in `export \($0)=...`, and start again." }
            ?? "Write the value into its first line."
        guard !value.isEmpty else {
            throw refuse("which is \(header.environment == nil ? "empty" : "not set"). \(advice)")
        }
        guard CrawlIdentity.Header.isSendable(value) else {
            throw refuse("which holds characters that no header has. \(advice)")
        }
        guard value.utf8.count >= Redactor.minSecretBytes else {
            throw refuse(
                "whose value is shorter than \(Redactor.minSecretBytes) characters, too short to be hidden where "
                    + "answers repeat it. Write it under `headers` in the source's file if it is no secret."
            )
        }
        return value
    }

    private func firstLine(
        of path: String,
        home: String?,
        _ refuse: (String) -> SourceError
    ) throws(SourceError) -> String {
        let path = path.hasPrefix("~/") ? (home ?? NSHomeDirectory()) + path.dropFirst() : path
        let data: Data
        do throws(NamedFile.Fault) {
            data = try NamedFile.bytes(of: path, atMost: 8_192)
        } catch {
            throw refuse("which \(error.description). Make it a file for this user alone: chmod 600 \(path)")
        }
        return String(decoding: data.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// What must not be shown: the values, and of cookies and credentials each part that is a secret of its own.
    package var secretHeaderValues: [String] {
        identity.headers.filter(\.isSecret).flatMap { header -> [String] in
            guard let value = header.value else { return [] }
            switch header.name.lowercased() {
            case "cookie":
                let cookies = value.split(separator: ";").compactMap { pair in
                    pair.firstIndex(of: "=").map { String(pair[pair.index(after: $0)...]).trimmedASCII }
                }
                return [value] + cookies.filter { $0.utf8.count >= Redactor.minSecretBytes }
            case "authorization", "proxy-authorization":
                let words = value.split(separator: " ").dropFirst().map(String.init)
                let isBasic = value.lowercased().hasPrefix("basic ")
                let login = isBasic ? words.last.flatMap { Data(base64Encoded: $0) } : nil
                let logins = login.map { Redactor.secrets(ofLogin: String(decoding: $0, as: UTF8.self)) } ?? []
                return [value] + (words + logins).filter { $0.utf8.count >= Redactor.minSecretBytes }
            default: return [value]
            }
        }
    }
}
