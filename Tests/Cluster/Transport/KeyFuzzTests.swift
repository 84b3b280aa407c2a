import Foundation
import LarderModel
import LarderTestSupport
import LarderTransport
import Testing
import ZeroMQ

/// Damaged key files, and frames that are none of libzmq's questions.
@Suite("Key fuzz") struct KeyFuzzTests {
    @Test func `a damaged key file is refused by name, without a word of what it holds`() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/larder-keys-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let keys = KeyFolder(folder)
        _ = try keys.makeServerKeys()
        try keys.makeWorkerKeys("alpha")
        let secret = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder + "/server.secret")))
        let known = try keys.serverKeys().publicKey
        let alpha = Set(keys.allowedWorkers().keys)
        let mutator = Mutator(.bytes, samples: [secret], words: ["\u{0}", "\r\n", " "], maxBytes: 4_096)
        let run = FuzzRun("key-files", mutator) { item in
            // In place, so that the mode stays.
            for file in ["/server.secret", "/workers/zeta.public"] {
                let handle = try FileHandle(forWritingTo: Self.made(folder + file))
                try handle.truncate(atOffset: 0)
                try handle.write(contentsOf: item.bytes)
                try handle.close()
            }
            let allowed = keys.allowedWorkers()
            guard alpha.isSubset(of: allowed.keys), allowed.count <= 2 else {
                return "a file took a worker off the list"
            }
            do throws(KeyError) {
                let pair = try keys.serverKeys()
                let trimmed = item.bytes.drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
                guard trimmed.elementsEqual(pair.secretKey.text.utf8) else { return "a key was read that is not there" }
                // Others may have this public key, too: five bits of a secret do not count (RFC 7748, section 5).
                guard trimmed.elementsEqual(secret.prefix(40)) else { return nil }
                return pair.publicKey == known ? nil : "the key has another public half"
            } catch {
                let told = String(decoding: item.bytes.prefix(12), as: UTF8.self)
                if told.count == 12, error.description.contains(told) { return "the refusal tells the file's content" }
                return error.description.contains(folder + "/server.secret") ? nil : "the refusal names no file"
            }
        }
        #expect(run.failures.isEmpty, "\(run.failures.joined(separator: "\n"))")
    }

    private static func made(_ path: String) -> URL {
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(atPath: path, contents: nil)
        }
        return URL(fileURLWithPath: path)
    }

    /// Over a real socket of the handler's own context.
    @Test func `only a whole question about a listed key is answered with yes`() throws {
        let context = try Context()
        let handler = try ZAPHandler(in: context)
        let asker = try Socket(.dealer, in: context)
        try asker.connect(to: "inproc://zeromq.zap.01")
        let key = try #require(CurveKey(bytes: [UInt8](repeating: 7, count: 32)))
        let question: [[UInt8]] = [
            Array("1.0".utf8), [1], Array("larder".utf8), Array("127.0.0.1".utf8), [], Array("CURVE".utf8),
            [UInt8](repeating: 7, count: 32),
        ]
        var admitted = 0
        let mutator = Mutator(.bytes, samples: question, maxBytes: 2_048)
        let run = FuzzRun("zap", mutator) { item in
            var frames = question
            switch item.numbers.below(4) {
            case 0: frames[item.numbers.below(7)] = item.bytes
            case 1: frames.removeLast(item.numbers.below(7))
            case 2: frames.append(item.bytes)
            default: break
            }
            let isWhole =
                frames.count == 7 && frames[0] == question[0] && frames[5] == question[5] && frames[6] == question[6]
            guard try asker.send([[]] + frames) == .sent else { return "the question was not taken" }
            try handler.answer { $0.key == key }
            guard let answer = try asker.receive() else { return "no answer" }
            guard answer.count == 7, answer[1] == frames[0], answer[2] == (frames.count > 1 ? frames[1] : []) else {
                return "a malformed answer"
            }
            if isWhole { admitted += 1 }
            return (answer[3] == Array("200".utf8)) == isWhole ? nil : "answered with \(answer[3])"
        }
        #expect(run.failures.isEmpty, "\(run.failures.joined(separator: "\n"))")
        #expect(admitted > 0 || run.cases < 100, "of a few cases none may be whole")
    }
}
