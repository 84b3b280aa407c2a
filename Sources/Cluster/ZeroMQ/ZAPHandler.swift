/// Answers whether a peer may come in (ZeroMQ RFC 27), for every CURVE server of one context.
///
/// To be made before the servers, on the thread that polls it. It answers 200 or 400, never 300, which libzmq 4.3.4
/// handles racily.
package struct ZAPHandler: ~Copyable {
    package struct Question: Sendable {
        package let address: String
        package let key: CurveKey
    }

    package let socket: Socket

    package init(in context: Context) throws(ZeroMQError) {
        let socket = try Socket(.reply, in: context)
        try socket.bind(to: "inproc://zeromq.zap.01")
        self.socket = socket
    }

    /// Answers every peer that waits; `admits` decides.
    package borrowing func answer(_ admits: (Question) -> Bool) throws(ZeroMQError) {
        while let frames = try socket.receive() {
            // version, request id, domain, address, identity, mechanism, credentials
            var isAdmitted = false
            var user = ""
            if frames.count == 7, frames[0] == Array("1.0".utf8), frames[5] == Array("CURVE".utf8),
                let key = CurveKey(bytes: frames[6])
            {
                isAdmitted = admits(Question(address: String(decoding: frames[3], as: UTF8.self), key: key))
                user = key.text
            }
            let answer = isAdmitted ? ["200", "OK", user] : ["400", "No access", ""]
            // A question without an answer would leave the socket unable to take the next one.
            let request = frames.count > 1 ? frames[1] : []
            _ = try socket.send([frames.first ?? [], request] + answer.map { Array($0.utf8) } + [[]])
        }
    }
}
