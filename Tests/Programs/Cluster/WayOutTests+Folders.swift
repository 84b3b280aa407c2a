import Foundation
import Glibc
import LarderChaos
import Testing

/// What messages say of folders and files.
extension ClusterTests.WayOutTests {
    @Test func `a larder that is named by a folder of its own, or by a link to nothing, is told so`() async throws {
        try await Website.with(["/p/1": Website.article("1")], "kind: pages\nurls: [/p/1]") { site in
            _ = try await site.sync()
            let (scratch, folder) = (site.larder.scratch, site.larder.folder)
            let inside = try await scratch.run(.coordinator, ["status", "--into", folder + "/cache"])
            #expect(inside.end == .exited(2) && inside.errors.contains("--into \(folder)."), "\(inside)")
            let words = ["--connect", "tcp://127.0.0.1:1", "--cache", folder, "--until", "finished"]
            let worker = try await scratch.run(.worker, words)
            #expect(worker.errors.contains("Name '\(folder)/cache'"), "\(worker)")
            let word = try await site.larder.command("verify", "web")
            #expect(word.end == .exited(64) && !word.errors.contains("--into web"), "\(word)")
            try FileManager.default.moveItem(atPath: folder + "/cache", toPath: scratch.path("elsewhere"))
            let lost = try await site.larder.command("verify")
            #expect(lost.end == .exited(2) && lost.errors.contains("sync there first"), "\(lost)")
            #expect(lost.errors.hasPrefix("coordinator: '\(folder)/cache' is no cache"), "\(lost)")
            let list = try await scratch.run(.coordinator, ["sources", "list", "--into", site.larder.sources[0]])
            #expect(list.end == .exited(2) && list.errors.contains("is a file"), "\(list)")
            let link = scratch.path("link")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: scratch.path("none"))
            let dangling = try await scratch.run(.coordinator, ["--sample", "--into", link])
            #expect(dangling.end == .exited(2) && dangling.errors.contains("is a symbolic link to"), "\(dangling)")
        }
    }

    @Test func `keys that are swapped are told by their names`() async throws {
        try await Scratch.with { scratch in
            let larder = TestLarder(scratch)
            _ = try await larder.command("keygen", "--worker", "a")
            let keys = larder.folder + "/keys/"
            for (server, own, told) in [
                ("a.secret", "server.public", "--key takes the worker's secret one"),
                ("server.secret", "a.secret", "--server-key takes the coordinator's public one"),
            ] {
                let words = ["--connect", "tcp://127.0.0.1:1", "--cache", larder.folder + "/cache"]
                let names = ["--server-key", keys + server, "--key", keys + own, "--until", "finished"]
                let run = try await scratch.run(.worker, words + names)
                #expect(run.errors.contains(told), "\(run)")
            }
        }
    }

    @Test(.enabled(if: Settings.isRoot, "only root can be another user"))
    func `files that this user may not read are neither missing nor damaged`() async throws {
        try await Website.with(["/p/1": Website.article("1")], "kind: pages\nurls: [/p/1]") { site in
            _ = try await site.sync()
            let scratch = site.larder.scratch
            _ = unsafe chmod(scratch.folder, 0o755)
            func asAnother(_ words: String...) async throws -> Scratch.Finished {
                let arguments = ["--reuid", "65534", "--clear-groups", Binary.coordinator.path] + words
                let program = try scratch.start("/usr/bin/setpriv", arguments)
                return try await scratch.finish(program, "coordinator \(words) of another user")
            }
            let blobs = site.larder.folder + "/cache/blobs"
            let names = try FileManager.default.subpathsOfDirectory(atPath: blobs).map { blobs + "/" + $0 }
            for path in names where !URL(fileURLWithPath: path).hasDirectoryPath {
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            }
            let verify = try await asAnother("verify", "--into", site.larder.folder)
            #expect(verify.end == .exited(1) && verify.output.contains("may not be read by this user"), "\(verify)")
            #expect(!verify.output.contains("damaged") && !verify.output.contains("sync command"), "\(verify)")
            try FileManager.default.createDirectory(
                atPath: scratch.path("closed"),
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
            let file = try scratch.write("name: a\n", to: "closed/a.yaml")
            let check = try await asAnother("sources", "check", file)
            #expect(check.end == .exited(2) && check.errors.contains("may not enter"), "\(check)")
            let add = try await asAnother("add", "http://127.0.0.1:1/", "--into", site.larder.folder)
            #expect(add.end == .exited(2) && add.errors.contains("Permission denied"), "\(add)")
        }
    }

    @Test func `folders with the names of a larder's make none, and clear leaves what others put there`()
        async throws
    {
        func make(_ folder: String) throws {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        try await Scratch.with { scratch in
            for folder in ["house/plans/2026", "house/cache/blobs", "house/sources"] {
                try make(scratch.path(folder))
            }
            try scratch.write("Oak", to: "house/README")
            let house = try await TestLarder(scratch, "house").command("--sample")
            #expect(house.end == .exited(2) && house.errors.contains("such as README, and no larder"), "\(house)")
            try FileManager.default.removeItem(atPath: scratch.path("house/README"))
            try scratch.write("Oak", to: "house/cache/blobs/photo.jpg")
            let photo = try await TestLarder(scratch, "house").command("--sample")
            #expect(photo.end == .exited(2) && photo.errors.contains("blobs/photo.jpg"), "\(photo)")

            let larder = TestLarder(scratch)
            let small = ["--sample-recipes", "4", "--sample-articles", "2"]
            #expect(try await larder.sync(small).end == .exited(0))
            try make(larder.folder + "/plans/2026")
            let own = ["plans/2026/house.dwg", "plans/house.json", "plans/notes.txt"].map { larder.folder + "/" + $0 }
            for file in own { try Data("{}".utf8).write(to: URL(fileURLWithPath: file)) }
            let plan = larder.folder + "/plans/sample.json"
            try Data(#"{"requests": 3}"#.utf8).write(to: URL(fileURLWithPath: plan))
            let cleared = try await larder.command("clear", "--yes")
            #expect(cleared.end == .exited(0), "\(cleared)")
            #expect(own.allSatisfy(FileManager.default.fileExists) && !FileManager.default.fileExists(atPath: plan))
        }
    }

    @Test func `a link in the larder's folder of sources is not followed, nor is its content shown`() async throws {
        try await Scratch.with { scratch in
            let larder = TestLarder(scratch)
            let folder = larder.folder + "/sources"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try scratch.write("root:hidden:1\n", to: "shadow")
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/a.yaml",
                withDestinationPath: scratch.path("shadow")
            )
            for words in [[], ["a"], ["sources", "check", "a"]] {
                let run = try await scratch.run(.coordinator, words + ["--into", larder.folder])
                #expect(run.end == .exited(2) && run.errors.contains("a.yaml is a symbolic link"), "\(run)")
                #expect(!"\(run)".contains("hidden"), "\(run)")
            }
        }
    }

    @Test func `keys that others may write, or that are none, are told of`() async throws {
        try await Scratch.with { scratch in
            let larder = TestLarder(scratch)
            #expect(try await larder.command("keygen", "--worker", "a").end == .exited(0))
            let keys = larder.folder + "/keys"
            _ = unsafe chmod(keys + "/workers", 0o777)
            let small = ["--listen", "tcp://127.0.0.1:0", "--sample-recipes", "4", "--sample-articles", "2"]
            let open = try await larder.sync(small)
            #expect(open.end == .exited(0) && open.errors.contains("chmod o-w \(keys)/workers"), "\(open)")

            try Data("none".utf8).write(to: URL(fileURLWithPath: keys + "/server.secret"))
            _ = unsafe chmod(keys + "/server.secret", 0o600)
            let damaged = try await larder.command("keygen", "--worker", "b")
            #expect(damaged.end == .exited(2) && damaged.errors.contains("Remove it"), "\(damaged)")
            try FileManager.default.removeItem(atPath: keys + "/server.secret")
            let earlier = try String(contentsOfFile: keys + "/server.public", encoding: .utf8)
            #expect(try await larder.command("keygen", "--worker", "b").end == .exited(0))
            #expect(try String(contentsOfFile: keys + "/server.public", encoding: .utf8) != earlier)
            for name in ["-x", "a\nb"] {
                let run = try await larder.command("keygen", "--worker=" + name)
                #expect(run.end == .exited(2) && run.errors.contains("is no name for a worker"), "\(run)")
                #expect(!run.errors.contains("a\nb"), "\(run)")
            }

            try FileManager.default.moveItem(atPath: keys + "/server.secret", toPath: scratch.path("secret"))
            try FileManager.default.createSymbolicLink(
                atPath: keys + "/server.secret",
                withDestinationPath: scratch.path("secret")
            )
            let linked = try await larder.sync(small)
            #expect(linked.end == .exited(2) && linked.errors.contains("server.secret is a symbolic link"), "\(linked)")
        }
    }
}
