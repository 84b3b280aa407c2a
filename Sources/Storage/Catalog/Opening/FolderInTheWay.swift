#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A folder that stands where a file of ours belongs.
enum FolderInTheWay {
    /// Gives the folder at `path` another name beside it; never touches anything but a folder.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    static func move(_ path: String) -> Bool {
        // The slash makes the kernel refuse anything but a folder, even a file that another process put there just now.
        unsafe rename(path + "/", "\(path)-moved-aside-\(UInt64.random(in: 0...(.max)))") == 0
    }
}
