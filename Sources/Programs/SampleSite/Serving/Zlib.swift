internal import CZlib

/// What the site needs of zlib.
enum Zlib {
    /// The checksum of PNG chunks.
    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: unsafe larder_zlib_crc32(bytes, bytes.count))
    }

    /// The bytes as a gzip file (RFC 1952).
    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: larder_zlib_gzip_bound(bytes.count)) { room, count in
            count = unsafe larder_zlib_gzip(bytes, bytes.count, room.baseAddress, room.count)
            precondition(count > 0, "zlib had no memory.")
        }
    }
}
