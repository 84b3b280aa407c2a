import LarderModel
import Testing

@Suite("Proxy environment") struct ProxyEnvironmentTests {
    @Test(
        arguments: [
            "http://proxy.example:3128", "proxy.example", "HTTPS://proxy.example/", "socks5h://[::1]:9050",
            "socks4a://127.0.0.1:1", "http://me:p%2Fw%40@proxy.example:3128", "token:@proxy.example",
            "http://b\u{fc}cher.example:1", "http://me:p@w@proxy.example", "socks://127.0.0.1:1080/",
        ]
    ) func `addresses of proxies have no fault`(address: String) {
        #expect(ProxyEnvironment(["http_proxy": address]).fault == nil)
    }

    @Test(
        arguments: [
            ("http://me:hush/hush@proxy.example:1", "percent-encoded"),
            ("http://me:hu#sh@proxy.example", "percent-encoded"),
            ("http://me/hush@proxy.example:1", "percent-encoded"),
            ("socks9://me:hush@h:1", "scheme is none of"), ("ftp://me:hush@h:1", "scheme is none of"),
            ("://me:hush@h:1", "scheme is none of"), ("http://me:hush@[::1", "host and a port"),
            ("http://me:hush@h:99999", "host and a port"), ("http://me:hush@h:port/", "host and a port"),
            ("http://me:hush@h:1/hush", "host and a port"), ("http://me:hush@", "host and a port"),
            ("http://me:hush@ h:1", "blank"), ("http://me:hush@h:1\n", "blank"),
        ]
    ) func `a fault names the variable and the reason, and no part of the value`(address: String, reason: String) {
        for variable in ["http_proxy", "HTTPS_PROXY", "all_proxy"] {
            let fault = ProxyEnvironment([variable: address]).fault ?? ""
            #expect(fault.hasPrefix("The environment variable \(variable) holds no address of a proxy: "))
            #expect(fault.contains(reason) && !fault.contains("hush"), "\(fault)")
        }
    }

    @Test func `variables that are not read have no fault`() {
        #expect(ProxyEnvironment(["HTTP_PROXY": "socks9://h", "http_proxy": ""]).fault == nil)
        #expect(ProxyEnvironment(["http_proxy": "socks9://h", "no_proxy": "*"]).fault == nil)
        #expect(ProxyEnvironment(["all_proxy": "socks9://h", "http_proxy": "h:1", "https_proxy": "h:1"]).fault == nil)
    }
}
