package enum TypedCommand {
    /// `--into DIR`, or empty for the default larder.
    package static func into(_ path: String) -> String { path == "./larder" ? "" : " --into \(path.shellWord)" }

    static func keys(_ folder: String?, into path: String) -> String {
        folder.map { " --keys \($0.shellWord)" } ?? into(path)
    }
}

extension String {
    /// The text as one word for a POSIX shell.
    package var shellWord: String {
        let isPlain =
            !isEmpty
            && utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || "/._-+=:,".utf8.contains(byte)
            }
        return isPlain
            ? self : "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
