internal import CCurl
internal import LarderModel

/// A curl easy handle, for one transfer at a time; belongs to the fetch thread.
@safe final class EasyHandle {
    let raw: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private var connectList: UnsafeMutablePointer<curl_slist>?

    init() throws(FetchError) {
        guard let raw = unsafe curl_easy_init() else {
            throw FetchError(.couldNotStart, "curl has no memory for another transfer.")
        }
        unsafe self.raw = unsafe raw
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    var address: UInt { unsafe UInt(bitPattern: raw) }

    deinit {
        unsafe curl_easy_cleanup(raw)
        unsafe curl_slist_free_all(headerList)
        unsafe curl_slist_free_all(connectList)
        unsafe errorText.deallocate()
    }

    /// Forgets every option and the header list; connections stay with the multi handle.
    func reset() {
        unsafe curl_easy_reset(raw)
        unsafe curl_slist_free_all(headerList)
        unsafe headerList = nil
        unsafe curl_slist_free_all(connectList)
        unsafe connectList = nil
        unsafe errorText.pointee = 0
    }

    func set(_ option: CURLoption, _ value: Int) throws(FetchError) {
        try check(unsafe larder_curl_setopt_long(raw, option, value), option)
    }

    func set(_ option: CURLoption, _ value: String) throws(FetchError) {
        try check(unsafe value.withCString { unsafe larder_curl_setopt_string(raw, option, $0) }, option)
    }

    /// Hands `context` to the callbacks; it must outlive the transfer.
    func setContext(_ context: UnsafeMutableRawPointer?) throws(FetchError) {
        for option in [
            CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_OPENSOCKETDATA, CURLOPT_PREREQDATA, CURLOPT_XFERINFODATA,
        ] {
            try check(unsafe larder_curl_setopt_pointer(raw, option, context), option)
        }
    }

    func setCallbacks() throws(FetchError) {
        try check(
            unsafe larder_curl_setopt_bytes_callback(raw, CURLOPT_WRITEFUNCTION, receiveBody),
            CURLOPT_WRITEFUNCTION
        )
        try check(
            unsafe larder_curl_setopt_bytes_callback(raw, CURLOPT_HEADERFUNCTION, receiveHeader),
            CURLOPT_HEADERFUNCTION
        )
        try check(unsafe larder_curl_setopt_socket_callback(raw, openSocket), CURLOPT_OPENSOCKETFUNCTION)
        try check(unsafe larder_curl_setopt_ready_callback(raw, beforeRequest), CURLOPT_PREREQFUNCTION)
        try check(unsafe larder_curl_setopt_progress_callback(raw, noteProgress), CURLOPT_XFERINFOFUNCTION)
        try check(unsafe larder_curl_setopt_pointer(raw, CURLOPT_ERRORBUFFER, errorText), CURLOPT_ERRORBUFFER)
    }

    func setHeaders(_ fields: [HeaderField]) throws(FetchError) {
        for field in fields {
            // "Name;" is curl's way to send a field without value; "Name:" would take the field out.
            let line = field.value.isEmpty ? field.name + ";" : field.name + ": " + field.value
            guard let longer = unsafe line.withCString({ unsafe curl_slist_append(headerList, $0) }) else {
                throw FetchError(.couldNotStart, "curl has no memory for the header '\(field.name)'.")
            }
            unsafe headerList = unsafe longer
        }
        try check(unsafe larder_curl_setopt_headers(raw, headerList), CURLOPT_HTTPHEADER)
    }

    /// Connects to `target` for every request to `authority`, both `host:port`.
    func setConnection(of authority: String, to target: String) throws(FetchError) {
        let entry = authority + ":" + target
        guard let list = unsafe entry.withCString({ unsafe curl_slist_append(connectList, $0) }) else {
            throw FetchError(.couldNotStart, "curl has no memory for a place to connect to.")
        }
        unsafe connectList = unsafe list
        try check(unsafe larder_curl_setopt_connect_to(raw, connectList), CURLOPT_CONNECT_TO)
    }

    func number(_ info: CURLINFO) -> Int {
        var value = 0
        return unsafe larder_curl_getinfo_long(raw, info, &value) == CURLE_OK ? value : 0
    }

    func size(_ info: CURLINFO) -> Int {
        var value: curl_off_t = 0
        return unsafe larder_curl_getinfo_off(raw, info, &value) == CURLE_OK ? Int(value) : 0
    }

    /// curl's text for the last failure, or the general text for `code`.
    func explanation(of code: CURLcode) -> String {
        if unsafe errorText.pointee != 0 { return unsafe String(cString: errorText) }
        return unsafe String(cString: curl_easy_strerror(code))
    }

    private func check(_ code: CURLcode, _ option: CURLoption) throws(FetchError) {
        guard code != CURLE_OK else { return }
        let reason = unsafe String(cString: curl_easy_strerror(code))
        throw FetchError(
            .couldNotStart,
            "libcurl refuses option \(option.rawValue): \(reason). Version 7.88 or later is needed."
        )
    }
}

/// A curl multi handle, which belongs to the fetch thread and outlives all easy handles in it.
@safe struct MultiHandle: ~Copyable {
    private let raw: UnsafeMutableRawPointer

    init(maxIdleConnections: Int) throws(FetchError) {
        guard Self.isCurlReady, let raw = unsafe curl_multi_init() else {
            throw FetchError(.couldNotStart, "libcurl cannot be started: it has no memory or no TLS library.")
        }
        unsafe self.raw = unsafe raw
        let code = unsafe larder_curl_multi_setopt_long(raw, CURLMOPT_MAXCONNECTS, maxIdleConnections)
        assert(code == CURLM_OK, "curl refused a number of idle connections")
    }

    deinit {
        unsafe curl_multi_cleanup(raw)
    }

    func add(_ easy: EasyHandle) throws(FetchError) {
        let code = unsafe curl_multi_add_handle(raw, easy.raw)
        guard code == CURLM_OK else {
            throw FetchError(
                .couldNotStart,
                unsafe "libcurl takes no transfer: \(String(cString: curl_multi_strerror(code)))."
            )
        }
    }

    func remove(_ easy: EasyHandle) {
        let code = unsafe curl_multi_remove_handle(raw, easy.raw)
        assert(code == CURLM_OK, "a handle was not in its multi handle")
    }

    /// Does what can be done without waiting.
    func perform() {
        var running: Int32 = 0
        let code = unsafe curl_multi_perform(raw, &running)
        assert(code == CURLM_OK, "curl_multi_perform failed with \(code.rawValue)")
    }

    /// The ``EasyHandle/address`` of a finished transfer and its result.
    func nextDone() -> (address: UInt, result: CURLcode)? {
        var result = CURLE_OK
        guard let easy = unsafe larder_curl_multi_next_done(raw, &result) else { return nil }
        return (UInt(bitPattern: easy), result)
    }

    /// Blocks until a transfer can go on, `descriptor` polls readable or the time is up.
    func wait(alsoFor descriptor: Int32, milliseconds: Int32) {
        var extra = curl_waitfd(fd: descriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0)
        // An interrupted or failed wait only makes the loop go round once more.
        _ = unsafe curl_multi_poll(raw, &extra, 1, milliseconds, nil)
    }

    private static let isCurlReady = larder_curl_global_init() == CURLE_OK
}
