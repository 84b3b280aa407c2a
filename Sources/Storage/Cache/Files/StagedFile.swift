internal import SystemPackage

/// A file that is written and not yet published: open, under a temporary name.
final class StagedFile {
    let temporary: CachePath
    private var file: Descriptor

    /// Writes a new file; takes it away again when that fails.
    init(_ bytes: [UInt8], temporary: CachePath) throws(CacheError) {
        let file = try Descriptor(temporary, .writeOnly, [.create, .exclusiveCreate], verb: "write")
        do throws(CacheError) {
            try file.write(bytes)
        } catch {
            // The first error is the one to tell.
            _ = try? FileCalls.remove(temporary)
            throw error
        }
        self.temporary = temporary
        self.file = file
    }

    func write(_ bytes: [UInt8]) throws(CacheError) { try file.write(bytes) }

    /// Syncs it, if asked to, and closes it; takes the file away when that fails.
    func finish(_ durability: DiskCache.Durability) throws(CacheError) {
        do throws(CacheError) {
            if durability != .process { try file.sync() }
            try file.finish()
        } catch {
            // The first error is the one to tell.
            _ = try? FileCalls.remove(temporary)
            throw error
        }
    }
}
