<?php
// For PHP's own server: files as they are, all other addresses to index.php, as a web server's rewrite rules do. With
// NO_REWRITING there are no such rules: other addresses are not found.
$path = urldecode(parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
$file = $_SERVER['DOCUMENT_ROOT'] . $path;
if ($path !== '/' && is_file($file)) {
    return false;
}
if (is_file($file . '/index.php')) {
    $_SERVER['SCRIPT_NAME'] = rtrim($path, '/') . '/index.php';
    chdir($file);
    require $file . '/index.php';
    return;
}
if (getenv('NO_REWRITING') && $path !== '/') {
    http_response_code(404);
    echo '<!DOCTYPE html><title>404 Not Found</title><h1>Not Found</h1>';
    return;
}
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = '/index.php';
chdir($_SERVER['DOCUMENT_ROOT']);
require $_SERVER['DOCUMENT_ROOT'] . '/index.php';
