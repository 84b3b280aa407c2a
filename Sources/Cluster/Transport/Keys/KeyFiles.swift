internal import Foundation
internal import Glibc
internal import SystemPackage
package import ZeroMQ

/// The keys of a cluster in a folder.
///
///     server.secret             the coordinator's, mode 0600
///     server.public             copied to every worker
///     workers/NAME.public       the workers that may join; taking a file away shuts that worker out within a second
///     NAME.secret               a worker's, mode 0600, copied to that worker alone
package struct KeyFolder: Sendable {
    package let path: String

    /// Names a folder; nothing is read yet.
    package init(_ path: String) { self.path = path }

    package var hasServerKeys: Bool { unsafe access(path + "/server.secret", F_OK) == 0 }

    /// The coordinator's key pair.
    ///
    /// - Throws: ``KeyError`` for a missing, damaged or too readable file.
    package func serverKeys() throws(KeyError) -> CurveKeyPair { try KeyFiles.pair(path + "/server.secret") }

    /// Makes the coordinator's key pair unless it is there.
    ///
    /// - Returns: Whether it was made.
    package func makeServerKeys() throws -> Bool {
        try KeyFiles.makeFolder(path)
        try KeyFiles.makeFolder(path + "/workers")
        let isNew = !hasServerKeys
        if isNew {
            unsafe unlink(path + "/server.public")  // of a secret key that is gone
            try KeyFiles.write(secret: CurveKeyPair.generate().secretKey, to: path + "/server.secret")
        } else {
            _ = try serverKeys()
        }
        // A run that was killed between the two files is made good here.
        if unsafe access(path + "/server.public", F_OK) != 0 {
            try KeyFiles.write(public: serverKeys().publicKey, to: path + "/server.public")
        }
        return isNew
    }

    /// Makes a worker's key pair and lets it in.
    ///
    /// - Parameter folder: Gets the secret key, and a copy of the coordinator's public one; nil: this folder.
    /// - Throws: ``KeyError`` with code `badName` or `exists`.
    package func makeWorkerKeys(_ name: String, for folder: String? = nil) throws {
        try checkNew(worker: name)
        let keys = try CurveKeyPair.generate()
        if let folder {
            try KeyFiles.makeFolder(folder)
            unsafe unlink(folder + "/server.public")
            try KeyFiles.write(public: serverKeys().publicKey, to: folder + "/server.public")
            unsafe unlink(folder + "/\(name).secret")  // of a key that is not let in any more
        }
        let secret = (folder ?? path) + "/\(name).secret"
        try KeyFiles.write(secret: keys.secretKey, to: secret)
        do {
            try KeyFiles.write(public: keys.publicKey, to: path + "/workers/\(name).public")
        } catch {
            unsafe unlink(secret)
            throw error
        }
    }

    /// Whether a folder has a worker's keys, and they are let in.
    package func letsIn(_ name: String, with folder: String) -> Bool {
        guard let pair = try? KeyFiles.pair(folder + "/\(name).secret"),
            let known = try? KeyFiles.read(path + "/workers/\(name).public"),
            let server = try? KeyFiles.read(folder + "/server.public")
        else { return false }
        return CurveKey(known) == pair.publicKey && CurveKey(server) == (try? serverKeys().publicKey)
    }

    /// Throws ``KeyError`` with code `badName` or `exists` unless keys can be made for a worker of this name.
    package func checkNew(worker name: String) throws(KeyError) {
        try Self.checkName(name)
        guard unsafe access(path + "/workers/\(name).public", F_OK) != 0 else {
            throw KeyError(
                .exists,
                "There is a worker \(name) already. Remove \(path)/workers/\(name).public to shut it out, or choose another name."
            )
        }
    }

    /// Lets in a worker that made its own pair.
    ///
    /// - Throws: ``KeyError`` with code `badName`, `damaged` or `notWritable` (also when the name is taken).
    package func allowWorker(_ name: String, key text: String) throws(KeyError) {
        try Self.checkName(name)
        guard let key = CurveKey(text) else {
            throw KeyError(.damaged, "That is no public key: it has to be 40 characters of Z85.")
        }
        try KeyFiles.makeFolder(path + "/workers")
        try KeyFiles.write(public: key, to: path + "/workers/\(name).public")
    }

    /// The workers that may join, by public key, without files that hold no key.
    package func allowedWorkers() -> [CurveKey: String] {
        var allowed: [CurveKey: String] = [:]
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path + "/workers")) ?? []
        for file in files.sorted() where file.hasSuffix(".public") {
            guard let text = try? KeyFiles.read(path + "/workers/" + file), let key = CurveKey(text) else { continue }
            allowed[key] = String(file.dropLast(".public".count))
        }
        return allowed
    }

    package static func isKey(_ text: String) -> Bool { CurveKey(text) != nil }

    /// Throws ``KeyError`` with code `badName` unless a worker's keys can have this name.
    package static func checkName(_ name: String) throws(KeyError) {
        let isName =
            (1...40).contains(name.utf8.count) && name != "server" && !name.hasPrefix("-")
            && name.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
                    || $0 == 0x5F
            }
        guard isName else {
            throw KeyError(
                .badName,
                "\(name.debugDescription) is no name for a worker. Use at most 40 letters, digits, - and _, not - first."
            )
        }
    }
}

/// What a worker needs to reach a coordinator that wants keys.
package struct WorkerKeys: Sendable {
    package let own: CurveKeyPair
    /// The coordinator's public key, pinned.
    package let server: CurveKey

    /// The worker's public key, as `coordinator keygen --allow` takes it.
    package var publicText: String { own.publicKey.text }

    /// Reads both from files.
    ///
    /// - Throws: ``KeyError`` for a missing, damaged or too readable file.
    package init(secretFile: String, serverFile: String) throws(KeyError) {
        // A key does not tell which of the two it is; the names that `coordinator keygen` gives do.
        guard !secretFile.hasSuffix(".public") else {
            throw KeyError(
                .damaged,
                "\(secretFile) is a public key by its name, and --key takes the worker's secret one: name its NAME.secret."
            )
        }
        guard !serverFile.hasSuffix(".secret") else {
            throw KeyError(
                .damaged,
                "\(serverFile) is a secret key by its name, and --server-key takes the coordinator's public one: name its "
                    + "server.public."
            )
        }
        own = try KeyFiles.pair(secretFile)
        guard let server = CurveKey(try KeyFiles.read(serverFile)) else {
            throw KeyError(
                .damaged,
                "\(serverFile) holds no public key: it has to be 40 characters. Copy the coordinator's keys/server.public again."
            )
        }
        self.server = server
    }
}

package struct KeyError: Error, Sendable, CustomStringConvertible {
    package enum Code: String, Sendable, CaseIterable {
        /// The file is not there or cannot be read.
        case missing
        case damaged
        /// Others than the owner may read a secret.
        case tooReadable = "too-readable"
        case notWritable = "not-writable"
        /// Not fit for a file's name.
        case badName = "bad-name"
        case exists
    }

    package let code: Code
    /// One sentence with the way out; never a key.
    package let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}

enum KeyFiles {
    static func pair(_ path: String) throws(KeyError) -> CurveKeyPair {
        let text = try read(path)
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & refusedBits(of: status) == 0 else {
            throw KeyError(
                .tooReadable,
                "The secret key \(path) can be read by others. Type: chmod 600 \(path). Where a container engine "
                    + "mounts it, give the secret `uid: \"\(getuid())\"` and `mode: 0400`."
            )
        }
        guard let secret = CurveKey(text), let pair = CurveKeyPair(secretKey: secret) else {
            throw KeyError(
                .damaged,
                "\(path) holds no secret key: it has to be 40 characters. Remove it, and make a new one with `coordinator "
                    + "keygen`."
            )
        }
        return pair
    }

    /// The rights to a secret key that none but its user may have.
    ///
    /// A secret that a cluster mounts belongs to root, and the user reads it by its group.
    private static func refusedBits(of status: stat) -> mode_t { status.st_uid == 0 && getuid() != 0 ? 0o037 : 0o077 }

    static func read(_ path: String) throws(KeyError) -> String {
        do {
            let file = try FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec, .nonBlocking])
            return try file.closeAfter {
                // A pipe, such as a shell's <(…), may take a moment.
                var wait = pollfd(fd: file.rawValue, events: Int16(POLLIN), revents: 0)
                guard unsafe poll(&wait, 1, 5000) > 0 else {
                    throw KeyError(
                        .missing,
                        "Nothing came from the key file \(path) within 5 s. Name a file that holds the key."
                    )
                }
                var bytes = [UInt8](repeating: 0, count: 256)
                let count = try unsafe bytes.withUnsafeMutableBytes { try unsafe file.read(into: $0) }
                return String(decoding: bytes.prefix(count), as: UTF8.self)
            }
        } catch let error as KeyError {
            throw error
        } catch {
            throw KeyError(
                .missing,
                "The key file \(path) cannot be read: \(error). Name a file that holds the key, or make one with `coordinator keygen`."
            )
        }
    }

    static func write(secret: CurveKey, to path: String) throws(KeyError) {
        try write(secret.text, to: path, mode: .ownerReadWrite)
    }

    static func write(public key: CurveKey, to path: String) throws(KeyError) {
        try write(key.text, to: path, mode: [.ownerReadWrite, .groupRead, .otherRead])
    }

    /// Writes a new file, whole or not at all.
    private static func write(_ text: String, to path: String, mode: FilePermissions) throws(KeyError) {
        let staged = path + ".\(getpid())"
        defer { unsafe unlink(staged) }
        do {
            let options: FileDescriptor.OpenOptions = [.create, .truncate, .closeOnExec, .noFollow]
            let file = try FileDescriptor.open(FilePath(staged), .writeOnly, options: options, permissions: mode)
            try file.closeAfter {
                _ = try file.writeAll((text + "\n").utf8)
                guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
            }
            guard unsafe link(staged, path) == 0 else { throw Errno(rawValue: errno) }
        } catch {
            let way =
                switch error as? Errno {
                case .noSpace, .diskQuotaExceeded: "Free some room there"
                case .fileExists: "Remove it if no worker has it, as after a broken off `keygen`"
                default: "Make its folder writable"
                }
            throw KeyError(
                .notWritable,
                "The key file \(path) cannot be written: \(error). \(way), or name another one with --keys."
            )
        }
    }

    static func makeFolder(_ path: String) throws(KeyError) {
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw KeyError(
                .notWritable,
                unsafe "The folder \(path) cannot be made: \(String(cString: strerror(errno)))."
            )
        }
    }
}
