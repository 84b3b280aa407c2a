internal import Foundation
internal import LarderSync
internal import LarderTransport

extension LarderCommands {
    /// - Parameter out: The folder for the workers' files; nil: the folder of keys.
    package static func keygen(
        _ into: String,
        keys: String?,
        workers: [String],
        allow: [String],
        out: String?
    ) throws -> String {
        let path = LarderFolder.absolute(keys ?? into + "/keys")
        // Checks all arguments before anything is created.
        let folder = KeyFolder(path)
        let out = out.map(LarderFolder.absolute)
        for (index, name) in workers.enumerated() {
            if out.map({ folder.letsIn(name, with: $0) }) != true { try folder.checkNew(worker: name) }
            guard workers[..<index].contains(name) else { continue }
            throw CoordinatorError(.badSetting, "--worker \(name) is there twice. Name each worker once.")
        }
        let allowed = try allow.map { entry in
            let parts = entry.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, KeyFolder.isKey(parts[1]) else {
                throw CoordinatorError(
                    .badSetting,
                    "--allow \(entry): write NAME=KEY, with the 40 characters of the worker's public key."
                )
            }
            try KeyFolder.checkName(parts[0])
            return (name: parts[0], key: parts[1])
        }
        // A folder that was named may be a link.
        if keys == nil { try LarderFolder.refuseLinks(in: LarderFolder.absolute(into)) }
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw CoordinatorError(
                .larderNotWritable,
                "The folder \(path) cannot be made: \(error.reason). Name another one with --keys."
            )
        }
        var lines: [String] = []
        if try folder.makeServerKeys() {
            lines.append(
                "Made the coordinator's keys: \(path)/server.secret (stays here), server.public (goes to every worker)."
            )
        }
        for name in workers {
            if let out {
                guard !folder.letsIn(name, with: out) else {
                    lines.append("The keys of \(name) are in \(out) already.")
                    continue
                }
                try folder.makeWorkerKeys(name, for: out)
                lines.append("Made \(out)/\(name).secret and server.public: they are for that worker alone.")
                continue
            }
            try folder.makeWorkerKeys(name)
            lines.append("Made \(path)/\(name).secret: copy it and server.public to that worker, then remove it here.")
        }
        for worker in allowed {
            try folder.allowWorker(worker.name, key: worker.key)
            lines.append("\(worker.name) may join.")
        }
        return lines.isEmpty
            ? "The keys in \(path) are there already. Add a worker with --worker NAME." : lines.joined(separator: "\n")
    }
}
