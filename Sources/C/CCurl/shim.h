// libcurl for Swift: variadic functions, once per kind of argument, and macros that Swift cannot import.
#ifndef LARDER_CCURL_SHIM_H
#define LARDER_CCURL_SHIM_H

#include <curl/curl.h>

/// The callbacks, spelled out because curl's own types leave nullability open. `context` is what the matching
/// data option was given; curl keeps neither the pointers nor the bytes after the call.
typedef size_t (*larder_curl_bytes_callback)(
    char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);
typedef curl_socket_t (*larder_curl_socket_callback)(
    void *_Nullable context, curlsocktype purpose, struct curl_sockaddr *_Nullable address);
typedef int (*larder_curl_ready_callback)(
    void *_Nullable context, char *_Nullable peer, char *_Nullable local, int peerPort, int localPort);
typedef int (*larder_curl_progress_callback)(
    void *_Nullable context, curl_off_t total, curl_off_t now, curl_off_t uploadTotal, curl_off_t uploadNow);

/// `curl_easy_setopt` for options that take a `long`. Variadic, so Swift cannot import it.
static inline CURLcode larder_curl_setopt_long(CURL *_Nonnull easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

/// `curl_easy_setopt` for options that take a string. curl copies the string; NULL unsets the option.
static inline CURLcode larder_curl_setopt_string(
    CURL *_Nonnull easy, CURLoption option, const char *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}

/// `curl_easy_setopt` for options that take a pointer. curl keeps it: it must live as long as the handle uses it.
static inline CURLcode larder_curl_setopt_pointer(CURL *_Nonnull easy, CURLoption option, void *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}

/// Sets the request's own header lines. curl keeps the list: the caller frees it after the transfer.
static inline CURLcode larder_curl_setopt_headers(CURL *_Nonnull easy, struct curl_slist *_Nullable headers) {
    return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
}

/// Sets where hosts are really served. curl keeps the list: the caller frees it after the transfer.
static inline CURLcode larder_curl_setopt_connect_to(CURL *_Nonnull easy, struct curl_slist *_Nullable hosts) {
    return curl_easy_setopt(easy, CURLOPT_CONNECT_TO, hosts);
}

/// `CURLOPT_WRITEFUNCTION` or `CURLOPT_HEADERFUNCTION`.
static inline CURLcode larder_curl_setopt_bytes_callback(
    CURL *_Nonnull easy, CURLoption option, larder_curl_bytes_callback _Nonnull callback) {
    return curl_easy_setopt(easy, option, callback);
}

/// Sets who opens sockets: called with each resolved address right before connecting to it.
static inline CURLcode larder_curl_setopt_socket_callback(
    CURL *_Nonnull easy, larder_curl_socket_callback _Nonnull callback) {
    return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
}

/// Sets who is asked before a request goes out, on a new connection or on one used before.
static inline CURLcode larder_curl_setopt_ready_callback(
    CURL *_Nonnull easy, larder_curl_ready_callback _Nonnull callback) {
    return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, callback);
}

/// Sets who is told of the bytes received so far.
static inline CURLcode larder_curl_setopt_progress_callback(
    CURL *_Nonnull easy, larder_curl_progress_callback _Nonnull callback) {
    return curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, callback);
}

/// `curl_easy_getinfo` for values that are a `long`.
static inline CURLcode larder_curl_getinfo_long(CURL *_Nonnull easy, CURLINFO info, long *_Nonnull value) {
    return curl_easy_getinfo(easy, info, value);
}

/// `curl_easy_getinfo` for values that are a `curl_off_t`.
static inline CURLcode larder_curl_getinfo_off(CURL *_Nonnull easy, CURLINFO info, curl_off_t *_Nonnull value) {
    return curl_easy_getinfo(easy, info, value);
}

/// `curl_multi_setopt` for options that take a `long`.
static inline CURLMcode larder_curl_multi_setopt_long(CURLM *_Nonnull multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

/// The next finished transfer: its handle and its result, or NULL when none is left.
/// The handle still belongs to the caller and to the multi handle.
static inline CURL *_Nullable larder_curl_multi_next_done(CURLM *_Nonnull multi, CURLcode *_Nonnull result) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left)) != 0) {
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    }
    return 0;
}

/// `curl_global_init` with everything on. Not thread-safe in every build of curl: call it once.
static inline CURLcode larder_curl_global_init(void) {
    return curl_global_init(CURL_GLOBAL_DEFAULT);
}

#endif
