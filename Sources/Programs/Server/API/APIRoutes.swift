internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Larder
internal import LarderModel
internal import LarderViewer
internal import NIOCore

/// The larder as JSON, for programs: everything below `/api/v1`, which only reads.
///
/// `openapi.json` describes it. Members are never left out: what is not known is null. Addresses are relative to this
/// server.
struct APIRoutes {
    let library: ServedLarder
    let answers: CatalogAnswers

    static let root = "/api/v1"
    static let type = "application/json"

    func add(to router: Router<BasicRequestContext>) {
        let api = router.group(RouterPath(Self.root))
        api.get { request, _ in try await answer(request, []) { pages, _ in try pages.apiStart() } }
        api.get("openapi.json") { request, _ in Self.description(request) }
        api.get("items") { request, _ in
            try await answer(request, APIParameters.list + ["limit"]) { pages, parameters in
                try pages.apiItems(parameters.list(), limit: parameters.limit(upTo: 100))
            }
        }
        api.get("items/**") { request, _ in
            let urn = request.urn(below: Self.root + "/items/")
            return try await answer(request, []) { pages, _ in try pages.apiItem(urn) }
        }
        api.get("search") { request, _ in
            try await answer(request, APIParameters.list + ["limit", "typing"]) { pages, parameters in
                try pages.apiSearch(parameters.list(), limit: parameters.limit(upTo: 100))
            }
        }
        api.get("sources") { request, _ in try await answer(request, []) { pages, _ in try pages.apiSources() } }
        api.get("facets") { request, _ in
            try await answer(request, APIParameters.list.filter { $0 != "page" && $0 != "sort" } + ["limit"]) {
                pages,
                parameters in try pages.apiFacets(parameters.list(), limit: parameters.limit(upTo: 1_000))
            }
        }
        api.get("changes") { request, _ in
            try await answer(request, ["after", "limit"]) { pages, parameters in
                let after = try parameters.number("after", in: 0...Int.max) ?? 0
                return try pages.apiChanges(after: Int64(after), limit: parameters.limit(upTo: 1_000))
            }
        }
        api.get("syncs") { request, _ in
            try await answer(request, ["limit"]) { pages, parameters in
                try pages.apiSyncs(limit: parameters.limit(upTo: 100))
            }
        }
        api.get("pictures/**") { request, _ in try await picture(request) }
    }

    /// The answer of an address, or 304 where the client has it.
    ///
    /// - Parameter names: The parameters that the address may have.
    private func answer(
        _ request: Request,
        _ names: [String],
        _ make: @escaping @Sendable (ViewerPages, APIParameters) throws -> JSONWriter?
    ) async throws -> Response {
        let parameters = try APIParameters(request.uri.query, names)
        return try await answers.answer(
            request,
            "\(request.uri.path)?\(request.uri.query ?? "")",
            type: Self.type,
            missing: "There is no item with this URN: it was never saved, or removed."
        ) { try make($0, parameters).map { ByteBuffer(bytes: $0.bytes) } }
    }

    /// Leads to the file of a picture.
    private func picture(_ request: Request) async throws -> Response {
        let width = try APIParameters(request.uri.query, ["width"]).number("width", in: 1...100_000) ?? 1_080
        let urn = request.urn(below: Self.root + "/pictures/")
        let address = try await library.read { pages in
            try pages.apiPicture(pages.reader.picture(urn, pixelWidth: width)).address
        }
        guard let address else {
            throw HTTPError(.notFound, message: "There is no file of a picture with this URN.")
        }
        return Response(status: .found, headers: [.location: address, .cacheControl: "no-cache"])
    }

    private static func description(_ request: Request) -> Response {
        let body = ByteBuffer(bytes: PackageResources.openapi_json)
        return Conditional.answer(body, type: type, tag: CatalogAnswers.tag("openapi"), cache: "no-cache", request)
    }
}
