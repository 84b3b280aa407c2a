internal import LarderCache
internal import LarderHashing
internal import LarderModel
internal import LarderSourceDefinitions

/// Results as workers send them for made-up recipes; each follows from its job.
struct BenchResults {
    private static let name = "bench"
    private static let base = "http://bench.test"
    private static let links = 120
    private static let sentence =
        "Stir the sugar into the warm milk until no grain is left at the bottom of the pan, and let it rest. "
    private static let linkText = "Another recipe. "

    let source = Source(name: BenchResults.name, kind: "food2fork")
    let host = "bench.test:80"
    private let plain = String(repeating: Self.sentence + Self.linkText, count: Self.links)
    private let runs = Self.makeRuns()

    func definition() throws -> SourceDefinition {
        try .parse(
            yaml: "name: \(Self.name)\nkind: food2fork\nbase: \(Self.base)\nqueries: [a]",
            file: "bench.yaml"
        )
    }

    /// The job that reads a recipe; what it brings names the others.
    func detail(of number: Int) -> JobSpec {
        let id = String(number)
        return spec(.record(RecordWork(recordID: id, itemURN: RecordURN.recipe(source: Self.name, id: id))))
    }

    /// Of an answer that a 304 confirms.
    let unchanged = JobEffect(unchanged: FetchMetrics(requests: 1, wireBytes: 200, isNotModified: true))

    func effect(of spec: JobSpec) -> JobEffect {
        var effect = JobEffect()
        if spec.kind.jobClass == .fetch { effect.revalidation = [1] }
        effect.fetch =
            spec.kind.jobClass == .fetch ? FetchMetrics(requests: 1, wireBytes: 20_300, bodyBytes: 20_000) : nil
        switch spec.work {
        case .record(let work):
            let recipe = recipe(work)
            effect.recipes = [recipe]
            effect.provenance[recipe.urn] = provenance(recipe.apiURL)
            effect.found = [
                found(.page(PageWork(itemURN: recipe.urn, url: recipe.sourceURL ?? ""))),
                found(.imageDownload(ImageDownloadWork(imageURN: recipe.imageURN ?? "", url: recipe.imageURL ?? ""))),
            ]
        case .page(let work):
            let text = TextWork(
                itemURN: work.itemURN,
                digest: Digest(of: work.url),
                contentType: "text/html",
                baseURL: work.url,
                role: .body
            )
            effect.found = [found(.text(text))]
        case .imageDownload(let work):
            let digest = Digest(of: work.url)
            effect.images = [
                ImageOriginal(
                    urn: work.imageURN,
                    url: work.url,
                    digest: digest,
                    byteCount: 50_000,
                    contentType: "image/jpeg"
                )
            ]
            effect.provenance[work.imageURN] = provenance(work.url)
            effect.found = [found(.imageDecode(ImageDecodeWork(imageURN: work.imageURN, digest: digest)))]
        case .imageDecode(let work):
            let variant = ImageVariant(
                width: 320,
                height: 240,
                format: "jpeg",
                digest: Digest(of: work.imageURN),
                byteCount: 15_000
            )
            effect.decodings = [
                ImageDecoding(
                    urn: work.imageURN,
                    digest: work.digest,
                    format: "jpeg",
                    width: 640,
                    height: 480,
                    frames: 1,
                    variants: [variant],
                    readerVersion: 1
                )
            ]
        case .text(let work):
            effect.texts = [
                RenderedText(
                    urn: work.textURN,
                    itemURN: work.itemURN,
                    role: work.role,
                    htmlDigest: work.digest,
                    plain: plain,
                    runs: runs,
                    readerVersion: 1
                )
            ]
        case .discover, .search: break
        }
        return effect
    }

    private func recipe(_ work: RecordWork) -> Recipe {
        let image = Self.base + "/images/\(work.recordID).jpg"
        return Recipe(
            urn: work.itemURN,
            recordID: work.recordID,
            title: "Milk pudding \(work.recordID)",
            publisher: "Bench Kitchen",
            sourceURL: Self.base + "/recipes/\(work.recordID).html",
            apiURL: Self.base + "/api/\(work.recordID)",
            imageURL: image,
            imageURN: RecordURN.image(source: Self.name, url: image),
            socialRank: 50,
            ingredients: (1...10).map { Ingredient(text: "\($0 * 10) g of ingredient \($0)") }
        )
    }

    private func provenance(_ url: String?) -> Provenance {
        Provenance(url: url ?? "", fetchedAt: 1, validator: "\"1\"", digest: Digest(of: url ?? ""), readerVersion: 1)
    }

    private func spec(_ work: JobSpec.Work) -> JobSpec { JobSpec(source: Self.name, work: work) }

    private func found(_ work: JobSpec.Work) -> FoundJob { FoundJob(spec: spec(work), readerVersion: 1) }

    /// A sentence and a link by turns.
    private static func makeRuns() -> String {
        JSONWriter.text {
            $0.object { json in
                json.member("v", 1)
                json.key("runs")
                json.array { json in
                    for link in 0..<links {
                        json.value(sentence.utf8.count)
                        json.array { json in
                            json.value(linkText.utf8.count)
                            json.object { attributes in
                                attributes.member("u", 1)
                                attributes.member("c", "#0000ee")
                                attributes.member("l", link)
                            }
                        }
                    }
                }
                json.key("links")
                let step = sentence.utf8.count + linkText.utf8.count
                json.array(0..<links) { json, link in
                    json.array { json in
                        json.value(base + "/recipes/\(link).html")
                        json.value(link * step + sentence.utf8.count)
                        json.value(linkText.utf8.count)
                    }
                }
            }
        }
    }
}
