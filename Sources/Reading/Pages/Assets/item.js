(() => {
'use strict';
// Recipes and articles: servings, units, ticks, timers, cook mode, contents.
const { store, say, singleKeys } = window.larder, all = selector => [...document.querySelectorAll(selector)];
const one = (selector, from = document) => from.querySelector(selector), item = one('[data-id]');
const load = key => JSON.parse(store.get(key) ?? '[]'), save = (key, value) => store.set(key, JSON.stringify(value));

// Which inputs of a form are checked is kept on this device.
for (const form of all('[data-keep]')) {
  const inputs = [...form.elements], key = form.dataset.keep, kept = load(key);
  if (kept.length) inputs.forEach((input, place) => { input.checked = kept.includes(place); });
  form.onchange = () => save(key, [...inputs.keys()].filter(place => inputs[place].checked));
  form.onreset = () => setTimeout(form.onchange);
}

// Amounts: fractions that measuring cups have, or three digits.
const parts = { 0.5: '½', 0.333: '⅓', 0.667: '⅔', 0.25: '¼', 0.75: '¾', 0.125: '⅛', 0.375: '⅜', 0.625: '⅝', 0.875: '⅞' };
const off = (value, part) => Math.abs(value % 1 - part);
const digits = (value, system) => {
  if (system === 'm') return +value.toPrecision(2);
  if (system) value = Math.round(value * 4) / 4 || value;
  const whole = Math.floor(value), near = Object.keys(parts).reduce((a, b) => off(value, a) < off(value, b) ? a : b);
  if (value < 20 && off(value, near) < .02) return (whole ? whole + '\xa0' : '') + parts[near];
  return value < 1 ? +value.toPrecision(2) : value < 100 ? +value.toPrecision(3) : Math.round(value);
};
const count = one('[data-own]'), own = count?.dataset.own;
const within = number => Math.min(1000, Math.max(1, number));
const asked = parseInt(new URL(location).searchParams.get('servings'));
let servings = asked ? within(asked) : count?.dataset.now;
const carry = address => {
  const url = new URL(address, location), query = url.searchParams;
  servings == own ? query.delete('servings') : query.set('servings', servings);
  return url;
};
const show = () => {
  const scale = count ? servings / own : one('[name=factor]:checked')?.value ?? 1;
  const system = { 2: 'm', 3: 'us' }[load('units')[0]];
  for (const { dataset, firstChild } of all('[data-n]')) {
    const [by, unit] = dataset[system]?.split(' ') ?? [1, dataset.unit];
    const numbers = dataset.n.split(' ').map(number => digits(number * scale * by, dataset[system] && system));
    firstChild.data = [...new Set(numbers)].join('–') + (unit && '\xa0' + unit);
  }
  for (const degrees of all('[data-t]')) degrees.textContent = degrees.dataset[system] ?? degrees.dataset.t;
  item.toggleAttribute('data-scaled', scale != 1);
  if (count) count.textContent = servings + '\xa0serving' + (servings == 1 ? '' : 's');
  if (count) for (const link of all('[data-carry]')) link.href = carry(link.href);
};
const serve = next => {
  servings = within(next);
  show();
  history.replaceState(history.state, '', carry(location));
};
if (item) {
  document.addEventListener('change', show);
  show();
}

// Timers, in milliseconds: when they end, or what is left while they pause.
const add = (parent, tag, values) => parent.appendChild(Object.assign(document.createElement(tag), values));
const dock = add(document.body, 'section', { className: 'dock', ariaLabel: 'Timers' });
const left = timer => Math.max(0, timer.left || timer.end - Date.now());
const put = (id, ...timer) => {
  save('timers', [...load('timers').filter(other => other.id !== id), ...timer]);
  draw();
};
const toggle = ({ timer: id, seconds, label }) => {
  const timer = load('timers').find(timer => timer.id === id), rest = timer && left(timer), length = seconds * 1000;
  put(id, rest ? { ...timer, end: Date.now() + rest, left: timer.left ? 0 : rest }
    : { id, label, dish: one('.ctitle,h1').textContent, page: location.href, length, end: Date.now() + length });
};
const addRow = ({ id, label, dish, page }) => {
  const row = add(dock, 'div'), className = 'round';
  row.dataset.timer = id;
  add(row, 'i');
  const link = add(row, 'a', { href: page });
  add(link, 'b');
  const isHere = item && id.startsWith(item.dataset.id + ' ');
  add(link, 'span', { textContent: isHere ? label : label + ' · ' + dish });
  add(row, 'button', { className, ariaLabel: 'Pause ' + label, onclick: () => toggle(row.dataset) });
  add(row, 'button', { className, ariaLabel: 'Stop ' + label, onclick: () => put(id) });
};
const up = 'Time is up: ';
const ring = timer => {
  const audio = new AudioContext(), tone = audio.createOscillator();
  tone.connect(audio.destination);
  tone.start();
  tone.stop(1.5);
  say(up + timer.label);
  put(timer.id, { ...timer, isRung: true });
};
let drawn;
const draw = () => {
  const timers = load('timers').sort((one, two) => left(two) - left(one)), ids = timers.map(({ id }) => id).join();
  if (ids !== drawn) {
    dock.replaceChildren();
    timers.forEach(addRow);
    drawn = ids;
  }
  for (const element of all('[data-timer]')) {
    const { dataset } = element, timer = timers.find(({ id }) => id === dataset.timer), text = one('b', element);
    const rest = timer ? left(timer) : dataset.seconds * 1000;
    dataset.state = !timer ? '' : !rest ? 'over' : timer.left ? 'paused' : 'going';
    if (text) text.textContent = new Date(rest + 999).toISOString().slice(11, 19).replace(/^(00:)?0?/, '');
    one('i', element)?.style.setProperty('--turn', rest / timer.length + 'turn');
    // The cook mode shows the clock of its own step.
    element.hidden = element.parentNode === dock && one('.on .clock')?.dataset.timer === timer.id;
  }
  const over = timers.find(timer => !left(timer));
  document.title = (over ? up : '') + document.title.replace(up, '');
  if (over && !over.isRung) ring(over);
};
draw();
setInterval(draw, 500);

// Cook mode: the screen stays on, steps change in place.
const stay = () => navigator.wakeLock?.request('screen').then(() => { one('.awake').hidden = false; }, () => {});
const turn = target => {
  for (const step of all('.cstep')) step.classList.toggle('on', step === target);
  one('h1', target).focus();
};
if (one('.cstep')) {
  if (one('.cstep:target')) turn(one('.cstep:target'));
  item.classList.add('live');
  document.addEventListener('visibilitychange', stay);
  stay();
}

const acts = {
  '.less': () => serve(servings - 1), '.more': () => serve(+servings + 1), '.reset': () => serve(own),
  '[data-print]': () => print(), '[data-timer] .button,.timer': button => toggle(button.closest('[data-timer]').dataset),
  '[data-go]': link => {
    history.replaceState(null, '', link.href);
    turn(one(link.dataset.go));
  },
};
for (const selector in acts) for (const element of all(selector)) {
  element.disabled = false;
  element.onclick = event => {
    event.preventDefault();
    acts[selector](element);
  };
}

const press = key => all('[aria-keyshortcuts]').find(element =>
  element.ariaKeyShortcuts.split(' ').includes(key) && element.checkVisibility() && !element.click());
document.addEventListener('keydown', event => {
  const { key, target } = event, name = { ' ': 'Space', '+': 'Plus' }[key] ?? key;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input:not([type=checkbox])')) return;
  if (key.length === 1 && !singleKeys() || key === ' ' && target.closest('a,button,input,summary')) return;
  if (press(name)) event.preventDefault();
});
document.addEventListener('click', event => {
  for (const menu of all('.aa[open]')) menu.open = menu.contains(event.target);
});
let from;
document.addEventListener('touchstart', event => { from = event.touches[0]; });
document.addEventListener('touchend', event => {
  const to = event.changedTouches[0], x = to.clientX - from.clientX;
  if (one('.live') && Math.abs(x) > 80 + Math.abs(to.clientY - from.clientY)) press(x < 0 ? 'ArrowRight' : 'ArrowLeft');
});

// The contents of an article mark the heading that is read.
const links = all('.toc a'), heads = links.map(link => document.getElementById(decodeURI(link.hash.slice(1))));
const mark = () => {
  const place = Math.max(0, heads.findLastIndex(head => head?.getBoundingClientRect().top < 150));
  links.forEach((link, other) => { link.ariaCurrent = other === place ? 'true' : null; });
};
document.addEventListener('scroll', mark);
mark();
})();
