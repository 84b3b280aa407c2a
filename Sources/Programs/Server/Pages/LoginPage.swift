internal import HTTPTypes
internal import Hummingbird
internal import LarderPages
internal import NIOCore

/// The page that asks a browser for the token.
enum LoginPage {
    static func answer(isWrong: Bool) -> Response {
        let wrong: HTML = isWrong ? "<p class=\"bad\" role=\"alert\">That is not the token of this larder.</p>" : ""
        let page: HTML = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <title>Token – Larder</title>
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <link rel="stylesheet" href="/viewer.css">
            </head>
            <body class="state">
            <main id="main">
            <section class="say">
            <h1>This larder asks for its token</h1>
            <p>It stands in the file that the server was started with, <code>--token-file</code>.</p>
            \(wrong)
            <form class="buttons" method="post" action="/login">
            <input class="search" name="token" type="password" autocomplete="current-password" aria-label="Token" required>
            <button class="button main">Open</button>
            </form>
            </section>
            </main>
            </body>
            </html>
            """
        return Response(
            status: isWrong ? .forbidden : .ok,
            headers: [.contentType: PageRoutes.type, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: page.text))
        )
    }
}
