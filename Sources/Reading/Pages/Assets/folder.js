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
window.larderData = (name, value) => arrived[name](value);
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
