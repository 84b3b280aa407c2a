(() => {
'use strict';
// What all pages share: colours, keys, and lists that change in place.
const { dataset } = document.documentElement, lists = '.cards,.hits', focused = () => document.activeElement;
const first = selector => document.querySelector(selector);
const all = selector => [...document.querySelectorAll(selector)];
const form = first('#search'), field = first('#q');

let memory = {};
try { memory = localStorage; } catch { /* refused: nothing is remembered */ }
const store = {
  get: key => memory['larder.' + key] ?? null,
  set: (key, value) => memory['larder.' + key] = value,
};
const say = text => { first('#said').textContent = text; };
const singleKeys = () => store.get('keys') !== 'off';
window.larder = { store, say, singleKeys };

dataset.theme = store.get('theme') ?? 'system';
if (!form) return;
first('#colors').onclick = () => {
  const theme = { system: 'light', light: 'dark' }[dataset.theme] ?? 'system';
  store.set('theme', dataset.theme = theme);
  say('Colours: ' + theme);
};

// Of many lists, those far away give up their items and keep their height.
const sight = new IntersectionObserver(entries => entries.forEach(({ target: list, isIntersecting }) => {
  if (isIntersecting) {
    list.append(...list.kept ?? []);
    list.kept = list.style.minHeight = '';
  } else if (all(lists).length > 5 && list.firstChild && !list.matches(':focus-within')) {
    list.style.minHeight = list.offsetHeight + 'px';
    list.kept = [...list.children];
    list.replaceChildren();
  }
}), { rootMargin: '4000px' });
const watch = () => { sight.disconnect(); all(lists).forEach(list => sight.observe(list)); };

// In a folder a script makes lists, on the page that is open.
const folder = window.larderFolder, addressOf = link => folder ? folder.here(link) : link.href;
// A page; nothing where the browser has to go there.
const load = async url => {
  if (folder) return folder(url).catch(() => say('This list could not be read.'));
  const answer = await fetch(url).catch(() => new Response());
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
};
// Shows the list of the page's address, at a place unless somebody types; while they type, titles alone.
let latest = 0;
const show = async (place, isTyped) => {
  const ticket = ++latest, label = focused().firstChild?.textContent, chosen = first('a.on')?.href;
  const page = await load(location.href + (isTyped ? '&typing=1' : '')), found = page?.querySelector('.found');
  if (ticket !== latest || isTyped && !found?.querySelector('li')) return;
  if (!found) return folder || location.reload();
  first('.found').replaceWith(found);
  first('#filters')?.replaceChildren(...page.querySelector('#filters')?.childNodes ?? []);
  all('#results a').find(link => link.href === chosen)?.classList.add('on');
  document.title = page.title;
  watch();
  if (place !== undefined) {
    field.value = page.querySelector('#q').value;
    scrollTo(0, place);
  }
  if (focused() === document.body) all('#results a').find(link => link.firstChild.textContent === label)?.focus();
  say(first('#count').textContent);
};
const more = async link => {
  const url = addressOf(link), page = await load(url), list = page?.querySelector(lists);
  if (!list) return location.assign(link.href);
  history.replaceState(null, '', url);
  all(lists).at(-1).after(list);
  link.replaceWith(page.querySelector('[rel=next]') ?? '');
  list.querySelector('a').focus({ preventScroll: true });
  watch();
};

// While a word has one or two letters only titles are searched, where it may go on; characters without spaces are words.
const unspaced = 'Han Hira Kana Hang Thai Laoo Khmr Mymr'.split(' ').map(script => `\\p{sc=${script}}`).join('');
const isBegun = new RegExp(`(^|[^\\p{L}\\p{N}])(?:(?![${unspaced}])[\\p{L}\\p{N}]){1,2}$`, 'u');
let pause;
const type = wait => {
  clearTimeout(pause);
  if (first('.found')) pause = setTimeout(() => {
    const url = new URL(folder ? location.href.split(/[?#]/)[0] : form.action);
    new FormData(form).forEach((value, name) => value && url.searchParams.set(name, value));
    history.replaceState(null, '', url);
    const isTyped = wait && field.value.trim() && !folder;
    show(undefined, isTyped);
    if (isTyped && !isBegun.test(field.value)) pause = setTimeout(show, 300);
  }, wait);
};
const clear = () => { field.value = ''; field.focus(); type(0); };
field.oninput = () => type(120);
if (folder) {
  form.hidden = false;
  form.onsubmit = event => {
    event.preventDefault();
    if (first('.found')) type(0);
    else location.assign(form.action + '?' + new URLSearchParams(new FormData(form)));
  };
  if (first('.found')) addEventListener('pagehide', () => history.replaceState(scrollY, ''));
  if (first('.found') && location.search) show(history.state ?? 0);
}

const held = event => event.ctrlKey || event.metaKey || event.altKey;
onpopstate = event => { if (first('.found') && !location.hash) show(event.state ?? 0); };
onclick = event => {
  const link = event.target.closest('a');
  if (!link || !first('.found') || held(event) || event.shiftKey) return;
  if (link.matches('.clear')) clear();
  else if (link.matches('.turn [rel=next]')) more(link);
  else if (link.matches('#results a:not(h2 a)') && addressOf(link)) {
    history.replaceState(scrollY, '');
    history.pushState(null, '', addressOf(link));
    show(0);
  } else return;
  event.preventDefault();
};

const near = (by, from) => {
  const links = all('li h2 a'), now = links.indexOf(from);
  return links[now + by] ?? links[Math.max(now, 0)];
};
let wasG;
onkeydown = event => {
  const { key, target } = event, by = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }[key], on = first('a.on');
  if (held(event) || event.isComposing) return;
  const place = wasG && document.body.dataset[key];
  wasG = key === 'g';
  if (target === field) {
    if (key === 'Escape') field.value ? clear() : field.blur();
    else if (key === 'Enter' && on) on.click();
    else if (by && key.length > 1) {
      const link = near(by, on);
      if (!link) return;
      on?.classList.remove('on');
      link.classList.add('on');
      link.scrollIntoView({ block: 'nearest' });
      say(link.textContent);
    } else return;
  } else if (key.length > 1 || !singleKeys() || target.closest('input,select,:popover-open')) return;
  else if (place) location.assign(place);
  else if (key === '/') field.focus();
  else if (key === '?') first('#keys').showPopover();
  else if (by && first('li h2 a')) near(by, focused())?.focus();
  else if (by) first(`.near [rel=${by > 0 ? 'next' : 'prev'}]`)?.click();
  else return;
  event.preventDefault();
};

const box = first('#keys input');
box.checked = singleKeys();
box.onchange = () => store.set('keys', box.checked ? 'on' : 'off');
watch();
})();
