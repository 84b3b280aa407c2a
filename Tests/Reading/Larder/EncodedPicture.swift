import LarderImaging

/// A picture and the hash that a sync makes of it; here as both modules have a type `ThumbHash`.
struct EncodedPicture {
    let width: Int
    let height: Int
    let rgba: [UInt8]

    init(_ width: Int, _ height: Int, pixel: (_ x: Int, _ y: Int) -> [UInt8]) {
        self.width = width
        self.height = height
        rgba = (0..<width * height).flatMap { pixel($0 % width, $0 / width) }
    }

    /// Nothing if the picture is larger than a hash takes.
    var hash: [UInt8] { ThumbHashEncoder.encode(width: width, height: height, rgba: rgba) ?? [] }
}
