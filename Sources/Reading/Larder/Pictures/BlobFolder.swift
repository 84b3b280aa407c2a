internal import Foundation
internal import LarderModel

/// Where the files of pictures are.
struct BlobFolder: Sendable {
    private let address: String
    private let path: String

    init(_ cache: URL) {
        let folder = cache.appending(path: "blobs", directoryHint: .isDirectory)
        address = folder.absoluteString
        path = folder.path(percentEncoded: false)
    }

    /// The file with a digest; nil where it is not there.
    func file(_ digest: Digest) -> URL? {
        let name = digest.hex
        let place = "\(name.prefix(2))/\(name)"
        guard FileManager.default.fileExists(atPath: path + place) else { return nil }
        return URL(string: address + place)
    }
}
