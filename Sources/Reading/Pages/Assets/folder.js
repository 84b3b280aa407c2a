(() => {
'use strict';
// What pages need in a folder that no server answers for.
const first = selector => document.querySelector(selector);
const root = first('link[rel=stylesheet]').getAttribute('href').replace('viewer.css', '');

// The cook mode takes the place of the recipe.
const cook = first('#cook');
if (cook && new URLSearchParams(location.search).has('step')) {
  document.body.className = 'cook';
  document.querySelectorAll('.bar,.foot,.keys').forEach(part => part.remove());
  first('#main').replaceChildren(cook.content);
  first('.cstep.on').classList.remove('on');
  (document.getElementById(location.hash.slice(1)) ?? first('.cstep')).classList.add('on');
  return;
}
const add = (tag, values) => document.head.append(Object.assign(document.createElement(tag), values));
if (location.protocol !== 'file:') add('link', { rel: 'manifest', href: root + 'manifest.webmanifest' });

// Data are scripts: pages that are opened as files can read nothing else.
const asked = {}, arrived = {};
window.larderData = (name, value) => {
  asked[name] ??= value;
  arrived[name]?.(value);
  if (name === 'news' && own.size === 1 && !location.search) tell(value);
};
const data = name => asked[name] ??= new Promise((resolve, reject) => {
  arrived[name] = resolve;
  add('script', { src: `${root}data/${name}.js`, onerror: reject });
});

const parametersOf = () => new URLSearchParams(
  [...document.querySelectorAll('input[form=search]')].map(({ name, value }) => [name, value]));
// What the page's own file shows.
const pageOf = url => url.pathname.match(/(?:~|\/(?:index|recipes|articles)-)(\d+)\.html$/)?.[1] ?? '1';
const own = parametersOf();
own.set('page', pageOf(location));

// What came and changed since the last visit, which ends half an hour after its last page. The first page alone tells it.
const tell = ({ latest, leftOut, sources, changes }) => {
  const { store } = window.larder, key = 'visit ' + new URL(root || '.', location), now = Date.now();
  const last = JSON.parse(store.get(key) ?? 'null') ?? { since: +latest, latest: +latest, time: now };
  const since = Math.min(now - last.time > 18e5 ? last.latest : last.since, +latest);
  store.set(key, JSON.stringify({ since, latest: +latest, time: now }));
  const line = document.createElement('p'), words = ['new', 'changed', 'no longer listed'];
  line.className = 'news';
  line.textContent = since < +leftOut ? `More than ${changes.length} items came or changed since you were here.`
    : 'Since you were here: ';
  if (since >= +leftOut) sources.forEach((source, place) => {
    const counts = words.map((word, kind) =>
      [changes.filter(([id, from, what]) => id > since && from === place && what === kind).length, word]);
    const text = counts.filter(([count]) => count).map(([count, word]) => count.toLocaleString('en') + ' ' + word);
    if (text.length) line.append(Object.assign(document.createElement('a'), {
      className: 'inside', textContent: `${source}: ${text.join(', ')}`,
      href: '?' + new URLSearchParams({ source, since }),
    }), ' ');
  });
  if (line.children.length || since < +leftOut) first('.head').after(line);
};

let lists;
window.larderFolder = async url => {
  const text = new URL(url).search;
  lists ??= data('../lists').then(make => make(data, root));
  return (await lists)(text ? new URLSearchParams(text) : own);
};
// Until it is made, a list shows nothing rather than another one.
if (location.search && first('.found')) first('.found').style.visibility = 'hidden';
// The address of a list of another file, on this page; nothing where the browser has to go there.
window.larderFolder.here = link => {
  const url = new URL(link.href);
  if (link.rel === 'next' && !url.search) {
    const next = parametersOf();
    next.set('page', pageOf(url));
    url.search = next;
  }
  return url.search ? new URL(url.search, location.href) : undefined;
};
})();
