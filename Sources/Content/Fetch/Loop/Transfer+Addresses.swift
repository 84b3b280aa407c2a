extension Transfer {
    func isAllowed(_ peer: PeerAddress) -> Bool {
        peer.isPublic || !proxy.isEmpty || isPrivateAllowed
    }

    var isPrivateAllowed: Bool { request.allowedPrivateAuthorities.contains(url.authority) }

    /// The proxy of the current URL; empty: none.
    var proxy: String {
        guard request.connectTo == nil else { return "" }
        return request.proxy ?? configuration.proxies.proxy(for: url) ?? ""
    }
}
