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

    /// Whether there is a file with a digest.
    func has(_ digest: Digest) -> Bool { FileManager.default.fileExists(atPath: path + Self.place(of: digest)) }

    /// The address of the file with a digest.
    func file(_ digest: Digest) -> URL? { URL(string: address + Self.place(of: digest)) }

    private static func place(of digest: Digest) -> String {
        let name = digest.hex
        return "\(name.prefix(2))/\(name)"
    }
}
