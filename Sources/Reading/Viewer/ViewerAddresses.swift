package import Foundation
internal import Larder
internal import LarderModel
internal import LarderPages

/// Where pages and pictures are: on a server, or in a folder that is opened without one.
package struct ViewerAddresses: Sendable {
    /// Whether pages are files of a folder.
    package let isFolder: Bool
    /// What leads from a page to the first one, such as "/" or "../../".
    package let root: String

    package static let served = ViewerAddresses(isFolder: false, root: "/")

    /// Whole addresses, as feeds need them, which are read elsewhere.
    ///
    /// - Parameter root: The first page, such as "http://larder.local:8080/".
    package static func absolute(_ root: String) -> ViewerAddresses { ViewerAddresses(isFolder: false, root: root) }

    /// - Parameter depth: How many folders below the first page the page is whose links these are.
    package static func folder(depth: Int) -> ViewerAddresses {
        ViewerAddresses(isFolder: true, root: String(repeating: "../", count: depth))
    }

    /// The page of an item, from the first page on.
    package func path(ofItem urn: String) -> String {
        guard let name = RecordURN(urn) else { return "" }
        guard isFolder else { return "item/" + urn.percentEncodedURN }
        return "\(name.kind.rawValue)/\(Self.fileName(name.source))/\(Self.fileName(name.identifier)).html"
    }

    package func item(_ urn: String) -> String { root + path(ofItem: urn) }

    /// A list; in a folder those that are no file of their own are shown by the script of the first page.
    package func list(_ list: ListAddress) -> String {
        guard isFolder else { return root + list.text }
        return root + (Self.file(of: list) ?? "index.html" + list.text)
    }

    /// The file of a list; nil: it has none.
    package static func file(of list: ListAddress) -> String? {
        var plain = ListAddress()
        (plain.page, plain.kind, plain.source) = (list.page, list.kind, list.source)
        guard plain == list, list.kind == nil || list.source == nil else { return nil }
        let page = list.page == 1 ? "" : "-\(list.page)"
        if let kind = list.kind { return "\(kind)s\(page).html" }
        // The name of a source may end with a hyphen and a number, but holds no tilde.
        let part = list.page == 1 ? "" : "~\(list.page)"
        return list.source.map { "source/\(fileName($0))\(part).html" } ?? "index\(page).html"
    }

    /// A name that all file systems take and tell apart without regard to case.
    private static func fileName(_ text: String) -> String {
        let isPlain =
            text.utf8.count <= 80 && text.first != "." && !text.isEmpty
            && text.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "-_.".utf8.contains($0)
            }
        return isPlain && !reserved.contains(text.prefix { $0 != "." }.lowercased()) ? text : "x" + StableHash.hex(text)
    }

    /// What Windows takes for devices.
    private static let reserved = Set(
        ["con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] }
    )

    /// The file of a picture, from the first page on.
    package static func path(ofPicture file: URL, mediaType: String) -> String {
        let name = file.lastPathComponent
        return "pictures/\(name.prefix(2))/\(name).\(mediaType.split(separator: "/").last ?? "jpeg")"
    }

    /// What a page shows of a picture; nil: it cannot be shown.
    func view(_ picture: ShownPicture?, alternative: String = "") -> PictureView? {
        guard let picture, let file = picture.file, let type = picture.mediaType, Self.shownTypes.contains(type),
            let width = picture.width, let height = picture.height, width > 0, height > 0
        else { return nil }
        return PictureView(
            address: root + Self.path(ofPicture: file, mediaType: type),
            candidates: nil,
            width: width,
            height: height,
            colorClass: Self.colorClass(picture.dominantColor),
            alternative: alternative
        )
    }

    /// What browsers show as a picture and nothing else; SVG is a document.
    package static let shownTypes = ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"]

    private static func colorClass(_ color: String?) -> String {
        guard let color, color.utf8.count == 7, let value = Int(color.dropFirst(), radix: 16) else { return "k42" }
        return "k\((value >> 22 & 3) * 16 + (value >> 14 & 3) * 4 + (value >> 6 & 3))"
    }
}

extension String {
    /// A URN as a part of a path.
    fileprivate var percentEncodedURN: String {
        utf8.split(separator: UInt8(ascii: ":")).map { String(Substring($0)).percentEncodedWord }.joined(separator: ":")
    }
}
