'use strict';
// Opens the larder without its server. It asks for nothing outside of its own folder.
const scope = registration.scope;
const inScope = (path) => new URL(path, scope).href;
const shell = ['viewer.css', 'viewer.js', 'status.js', 'icon.svg', 'manifest.webmanifest'].map(inScope);
const list = inScope('offline.json');
let keeping;

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(caches.open('shell').then((cache) => cache.addAll(shell)));
});

addEventListener('activate', (event) => event.waitUntil(clients.claim()));

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return;
  if (request.headers.get('accept') === 'text/event-stream') return;
  event.respondWith(shell.includes(request.url) ? frame(event) : fetch(request).catch(() => stored(request)));
});

// The stored file; the next page gets the newer one.
async function frame(event) {
  const cache = await caches.open('shell');
  const old = await cache.match(event.request);
  event.waitUntil(cache.add(event.request.url).catch(() => {}));
  return old || fetch(event.request);
}

// Items are kept with their own servings, and the cook mode from its first step on; lists as they are without filters.
async function stored(request) {
  const { pathname, searchParams, origin } = new URL(request.url), path = origin + pathname;
  const item = path.startsWith(inScope('item/')) ? [searchParams.has('step') ? path + '?step=1' : path, path] : [];
  for (const url of [request, ...item]) {
    const page = await caches.match(url);
    if (page) return page;
  }
  return request.mode === 'navigate' ? notKept() : Response.error();
}

const notKept = () => new Response(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Not kept – Larder</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="${inScope('viewer.css')}">
</head><body class="state"><main><section class="say"><h1>This page is not kept on this device</h1>
<p>Larder’s server does not answer. What is kept are the items and the whole lists; search and filters need the server.</p>
<p class="buttons"><a class="button main" href="${scope}">All items</a></p></section></main></body></html>
`, { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } });

addEventListener('message', (event) => {
  if (!event.data.keep) return;
  keeping ||= keep().catch((error) => tell({ error: error.name })).finally(() => { keeping = null; });
  event.waitUntil(keeping);
});

async function tell(news) {
  for (const client of await clients.matchAll()) client.postMessage(news);
}

// What is stored already is not asked for again. The list comes last: a copy that has it is whole.
async function keep() {
  const answer = await fetch(list, { cache: 'no-store' });
  const { version, pages, pictures } = await answer.clone().json();
  const cache = await caches.open('larder-' + version);
  const done = new Set((await cache.keys()).map((request) => request.url));
  const wanted = [...pages, ...pictures].map(inScope).filter((url) => url.startsWith(scope));
  const missing = wanted.filter((url) => !done.has(url)).values(), all = wanted.length;
  let count = done.size, failed = 0;
  const store = async () => {
    for (const url of missing) {
      await cache.add(new Request(url, { cache: 'no-cache' })).then(() => { count += 1; }, (error) => {
        if (error.name === 'QuotaExceededError') throw error;
        failed += 1;
      });
      tell({ count, failed, all });
    }
  };
  await Promise.all(Array.from({ length: 8 }, store));
  if (!failed) {
    await cache.put(list, answer);
    for (const name of await caches.keys()) {
      if (name.startsWith('larder-') && name !== 'larder-' + version) await caches.delete(name);
    }
  }
  tell({ count, failed, all, isOver: true });
}
