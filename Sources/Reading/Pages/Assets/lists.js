'use strict';
// Lists, filters and search of a folder that no server answers for, made as a server makes them, but for the order and
// number of hits.
larderData('../lists', (data, root) => {
const numbers = text => {
  const list = [];
  for (let place = 0, value = 0, scale = 1; place < text.length; place += 1) {
    const code = text.charCodeAt(place) - 35;
    value += code % 28 * scale;
    scale *= 28;
    if (code < 28) {
      list.push(value);
      value = 0;
      scale = 1;
    }
  }
  return list;
};

// Markup: strings are escaped, what `markup` or `fill` made is not.
const markup = text => ({ text }), whole = value => [value ?? ''].flat().map(part => part.text ?? safe(part)).join('');
const safe = text => String(text).replace(/[&<>"']/g, letter => `&#${letter.charCodeAt()};`);
let all, reading;
const fill = (name, values) => markup(all.parts[name].replace(/\{(\w+)\}/g, (_, key) => whole(values[key])));
const items = count => count.toLocaleString('en') + (count === 1 ? ' item' : ' items');

const read = async () => {
  const { kinds, from, minutes, tagged, ...rest } = await data('index'), list = numbers(tagged);
  all = { ...rest, kinds: numbers(kinds), from: numbers(from), minutes: numbers(minutes), tags: [] };
  for (let place = 0; place < list.length; place += list[place] + 1) {
    all.tags.push(list.slice(place + 1, place + 1 + list[place]));
  }
  all.names = rest.tags;
  all.keys = new Map(rest.tags.map(([field, key], tag) => [field + ' ' + key, tag]));
};

// Words as the larder's search has them: without case and accents, each character of some scripts by itself.
// Keys of filters have small letters of ASCII alone.
const small = text => text.replace(/[A-Z]/g, letter => letter.toLowerCase());
const scripts = ['Han', 'Hira', 'Kana', 'Hang', 'Bopo', 'Thai', 'Laoo', 'Tibt', 'Mymr', 'Khmr'];
const apart = `[${scripts.map(script => `\\p{sc=${script}}`).join('')}]`;
const words = new RegExp(`${apart}|(?:(?!${apart})[\\p{L}\\p{N}\\p{Co}]\\p{Mn}*)+`, 'gu');
const fold = word => word.length < 2 && word > '\u0e00' ? word
  : word.toLowerCase().normalize('NFD').replace(/\p{Mn}/gu, '');
const query = text => [...text.matchAll(words)].slice(0, 16).map(({ 0: word, index }, place, all) => {
  const rest = text.slice(index + word.length), isLast = place === all.length - 1;
  return { word: fold(word), open: rest[0] === '*' || isLast && !/[\s"]$/.test(text) };
});
const fits = (text, wanted) => wanted.some(({ word, open }) => open ? text.startsWith(word) : text === word);
const marked = (text, wanted) => {
  let place = 0, has = false;
  const parts = [];
  for (const { 0: word, index } of text.matchAll(words)) {
    if (!fits(fold(word), wanted)) continue;
    parts.push(safe(text.slice(place, index)), '<mark>', safe(word), '</mark>');
    place = index + word.length;
    has = true;
  }
  return { has, text: parts.join('') + safe(text.slice(place)) };
};

// How well each row has a word: 3 in its title, 2 among names and ingredients, 1 elsewhere.
const rank = async ({ word, open }) => {
  const ranks = new Uint8Array(all.kinds.length);
  const name = [...word].slice(0, 2).map(letter =>
    letter < '\x80' ? letter : 'x' + (letter.codePointAt() >> 4).toString(16)).join('-');
  if (!(await data('words')).includes(name)) return ranks;
  for (const [key, found] of Object.entries(await data('words/' + name))) {
    if (key !== word && !(open && key.startsWith(word))) continue;
    found.forEach((rows, place) => numbers(rows).reduce((row, by) => {
      ranks[row + by] = Math.max(ranks[row + by], 3 - place);
      return row + by;
    }, 0));
  }
  return ranks;
};
const search = async wanted => {
  const ranks = await Promise.all(wanted.map(rank)), found = new Uint16Array(all.kinds.length);
  for (let row = 0; wanted.length && row < found.length; row += 1) {
    const each = ranks.map(ranks => ranks[row]), least = Math.min(...each);
    if (least) found[row] = (least === 3 ? 100 : 0) + each.reduce((sum, rank) => sum + rank);
  }
  return found;
};

// The rows of a list, and what its filters would show: counts after all other filters, of keywords after all.
const select = (list, found, recent) => {
  const counts = { kind: [0, 0], time: [0, 0, 0, 0], source: [], tag: [], gone: 0 }, rows = [];
  const times = list.time.map(time => ['short', 'medium', 'long', 'none'].indexOf(time) + 1);
  const fields = { category: 'category', language: 'language', outlet: 'outlet', word: 'keyword' };
  const tags = Object.entries(fields).flatMap(([name, field]) => [list[name] ?? []].flat()
    .map(value => [field, all.keys.get(field + ' ' + (name === 'outlet' ? value : small(value)))]));
  const source = all.sources.indexOf(list.source);
  for (let row = 0; row < all.kinds.length; row += 1) {
    const kind = all.kinds[row], time = kind >> 3;
    if (found && !found[row] || recent && !recent.has(row) || list.sort === 'minutes' && !(kind & 4)) continue;
    let failed = '', many = false;
    const fail = name => {
      many ||= failed && failed !== name;
      failed = name;
    };
    if (list.kind && (list.kind === 'recipe') !== !!(kind & 1)) fail('kind');
    if (list.source && all.from[row] !== source) fail('source');
    if (times.length && !times.includes(time)) fail('time');
    if (!!list.gone !== !!(kind & 2)) fail('gone');
    for (const [field, tag] of tags) if (!all.tags[row].includes(tag)) fail(field);
    if (many) continue;
    const is = name => !failed || failed === name;
    if (!failed) rows.push(row);
    if (is('kind')) counts.kind[kind & 1] += 1;
    if (is('source')) counts.source[all.from[row]] = (counts.source[all.from[row]] ?? 0) + 1;
    if (is('time') && time) counts.time[time - 1] += 1;
    if (is('gone') && kind & 2) counts.gone += 1;
    if (!failed || failed === 'category' || failed === 'language') {
      for (const tag of all.tags[row]) if (is(all.names[tag][0])) counts.tag[tag] = (counts.tag[tag] ?? 0) + 1;
    }
  }
  return { counts, rows };
};

const sorted = async (rows, { sort, q }, found) => {
  if (sort === 'title' || sort === 'rank') {
    const listed = new Set(rows);
    return numbers((await data('orders'))[sort]).filter(row => listed.has(row));
  }
  if (sort === 'minutes') return rows.sort((one, two) => all.minutes[one] - all.minutes[two] || one - two);
  return rows.sort((one, two) => (q && sort !== 'newest' ? found[two] - found[one] : 0) || two - one);
};

// A list as its address has it.
const single = ['q', 'kind', 'source', 'outlet', 'category', 'language', 'since', 'gone', 'sort', 'page'];
const several = ['word', 'time'];
const listOf = parameters => {
  const list = { word: parameters.getAll('word').slice(0, 8) };
  list.time = [...new Set(parameters.getAll('time'))].filter(time => Object.hasOwn(timeNames, time));
  for (const name of single) list[name] = parameters.get(name)?.trim() || undefined;
  list.page = Math.max(1, parseInt(list.page) || 1);
  return list;
};
const addressOf = (list, change) => {
  const next = { ...list, page: 1, ...change }, parameters = new URLSearchParams();
  for (const name of [...single, ...several]) {
    for (const value of [next[name] ?? []].flat()) if (name !== 'page' || value > 1) parameters.append(name, value);
  }
  return parameters.size ? '?' + parameters : root + 'index.html';
};
const toggled = (values, value) =>
  values.includes(value) ? values.filter(other => other !== value) : [...values, value];

const timeNames =
  { short: 'Up to 30 min', medium: '30 min to 1 h', long: 'Over 1 h', none: 'Time not stated' };
const filters = (list, counts) => {
  const choice = (label, count, isOn, change) =>
    ({ label, count: count.toLocaleString('en'), isOn, address: count || isOn ? addressOf(list, change) : undefined });
  const kinds = [[undefined, 'Everything'], ['recipe', 'Recipes'], ['article', 'Articles']].map(([kind, name], place) =>
    choice(name, place ? counts.kind[2 - place] : counts.kind[0] + counts.kind[1], list.kind === kind, { kind }));
  const most = (entries, limit) => entries.filter(([, , count, isOn]) => count || isOn)
    .sort((one, two) => two[2] - one[2]).filter(([, , , isOn], place) => place < limit || isOn)
    .map(([name, change, count, isOn]) => choice(name, count, isOn, change));
  const tags = (field, name, limit) => most(all.names.map(([, key, label], tag) => {
    const values = list[name], on = [values ?? []].flat().some(value => small(value) === key);
    const others = Array.isArray(values) ? values.filter(value => small(value) !== key) : undefined;
    const change = on ? others : others ? [...others, key] : key;
    return [label, { [name]: change }, counts.tag[tag] ?? 0, on];
  }).filter((_, tag) => all.names[tag][0] === field), limit);
  const sources = most(all.sources.map((name, place) => {
    const on = list.source === name;
    return [name, { source: on ? undefined : name }, counts.source[place] ?? 0, on];
  }), 100), languages = tags('language', 'language', 100);
  const times = Object.keys(timeNames).map((time, place) =>
    choice(timeNames[time], counts.time[place], list.time.includes(time), { time: toggled(list.time, time) }));
  const hasTimes = list.kind !== 'article' && times.some(({ address }) => address);
  const gone = choice('No longer listed', counts.gone, !!list.gone, { gone: list.gone ? undefined : 1 });
  return [
    ['Show', kinds], ['Source', sources.length > 1 || list.source ? sources : []],
    ['Category', tags('category', 'category', 40)], ['Time to cook', hasTimes ? times : []],
    ['Keywords', tags('keyword', 'word', 40)], ['Language', languages.length > 1 || list.language ? languages : []],
    ['Kept by Larder', gone.address ? [gone] : []],
  ].filter(([, choices]) => choices.length);
};

const look = (name, choice) => fill(name + (choice.isOn ? 'On' : choice.address ? '' : 'None'), choice);
const isBoxed = title => title !== 'Show' && title !== 'Source';
const nouns = { Source: 'sources', Category: 'categories', Language: 'languages' };
const panel = groups => fill('panel', { groups: groups.map(([title, choices], number) => {
  const kind = isBoxed(title) ? 'box' : 'entry', noun = nouns[title] ?? title.toLowerCase();
  const isLong = title !== 'Time to cook' && choices.length > 7;
  if (isLong) choices = [...choices.filter(({ isOn }) => isOn), ...choices.filter(({ isOn }) => !isOn)];
  const rest = isLong ? choices.slice(6) : [];
  const more = rest.length ? fill(rest.some(({ isOn }) => isOn) ? 'moreOpen' : 'more', {
    label: `All ${choices.length} ${noun}`, choices: rest.map(choice => look(kind, choice)),
  }) : '';
  const shown = choices.slice(0, isLong ? 6 : undefined).map(choice => look(kind, choice));
  return fill('group', { number, title, more, choices: shown });
}) });
const chips = groups => {
  const others = groups.slice(1).flatMap(([title, choices]) =>
    choices.filter(({ isOn, address }, place) => isOn || isBoxed(title) && place < 2 && address));
  const shown = [...groups[0][1], ...others.filter(({ isOn }) => isOn), ...others.filter(({ isOn }) => !isOn)];
  return fill('chips', { chips: shown.map(choice => look('chip', choice)) });
};

// The name of a publication, its logo, and what it says of itself.
const outletOf = ({ outlet }) => Object.hasOwn(all.outlets, outlet ?? '') ? all.outlets[outlet] : ['', '', ''];
const headingOf = ({ q, since, kind, source, outlet, category, word, time, language, gone }) => {
  if (q) return `“${q}”`;
  const times = time.map(time => timeNames[time]).join(' or ');
  const named = all.names[all.keys.get('language ' + small(language ?? ''))]?.[2] ?? language;
  const name = { recipe: 'Recipes', article: 'Articles' }[kind];
  const about = [category, word, times, named].flat().filter(Boolean).join(', ');
  const [publication] = outletOf({ outlet }), from = publication || outlet || source;
  if (since) return 'New and changed' + (from ? ' from ' + from : '');
  if (publication && !about && !name && !gone) return publication;
  const what = about ? `${name ?? 'Items'}: ${about}` : name;
  const text = gone ? (what ?? 'Items') + ' no longer listed' : what ?? (from ? 'Items' : 'Everything');
  return from ? `${text} from ${from}` : text;
};

const size = 48, rebased = html => root ? html.replace(/ (href|src)="/g, `$&${root}`) : html;
const chunk = async (kind, row) => (await data(`${kind}/${Math.floor(row / size)}`))[row % size];
const hit = async (row, wanted) => {
  const [html, [title, ...lines]] = await chunk('hits', row);
  const named = [['Summary', lines[0]], ...(lines[1] ?? []).map(line => ['Ingredient', line])];
  const line = named.map(([name, text]) => [name, marked(text, wanted)]).find(([, { has }]) => has);
  const shown = line ? html : html.replace(/<p class="line">[^]*?<\/p>/, '');
  return markup(rebased(shown).replace(/[\x01-\x03]/g, mark =>
    ({ '\x01': marked(title, wanted).text, '\x02': line?.[0], '\x03': line?.[1].text })[mark]));
};
const orders = list => {
  const names = { best: 'Best match', newest: 'Newest first', title: 'Title', rank: 'Most liked', minutes: 'Quickest' };
  const usual = list.q ? 'best' : 'newest';
  const now = list.sort in names && (list.q || list.sort !== 'best') ? list.sort : usual;
  const choices = Object.keys(names).filter(name => list.q || name !== 'best').map(name =>
    look('order', {
      label: names[name], isOn: name === now, address: addressOf(list, { sort: name === usual ? undefined : name }),
    }));
  return fill('menu', { now: names[now], orders: choices });
};

return async parameters => {
  await (reading ??= read());
  const list = listOf(parameters), wanted = query(list.q ?? '');
  const found = list.q ? await search(wanted) : undefined;
  const recent = list.since && new Set((await data('news')).changes
    .filter(([id, , kind]) => id > list.since && kind !== 2).map(([, , , row]) => row));
  const { rows, counts } = select(list, found, recent);
  const order = await sorted(rows, list, found);
  list.page = Math.min(list.page, Math.max(1, Math.ceil(order.length / size)));
  const start = (list.page - 1) * size;
  const shown = order.slice(start, start + size);
  const rest = Math.min(size, order.length - start - size), groups = filters(list, counts), heading = headingOf(list);
  const entries = await Promise.all(shown.map(async row =>
    list.q ? hit(row, wanted) : markup(rebased(await chunk('cards', row)))));
  const isFiltered = addressOf({ ...list, sort: undefined }) !== root + 'index.html';
  const nothing = (list.q ? 'notFound' : 'nothing') + (isFiltered ? 'Filtered' : '');
  const fields = [...new URLSearchParams(addressOf({ ...list, q: undefined }).split('?')[1])];
  const parts = shown.length ? [
    list.page > 1 ? fill('before', { address: addressOf(list, { page: list.page - 1 }) }) : '',
    fill(list.q ? 'hits' : 'cards', { cards: entries, hits: entries }),
    rest > 0 ? fill('after', { address: addressOf(list, { page: list.page + 1 }), text: 'Show the next ' + rest }) : '',
  ] : [fill(nothing, { query: list.q, home: root + 'index.html' })];
  const [, mark, about] = list.q ? ['', '', ''] : outletOf(list);
  const results = fill('results', {
    heading: [markup(rebased(mark)), heading], count: items(order.length), panel: panel(groups), menu: shown.length ? orders(list) : '',
    list: [markup(about), chips(groups), ...parts, ...fields.map(([name, value]) => fill('parameter', { name, value }))],
  });
  const title = list.page > 1 ? `${heading}, page ${list.page}` : heading;
  const name = isFiltered || list.page > 1 ? title + ' – Larder' : 'Larder';
  const page = `<title>${safe(name)}</title><input id="q" value="${safe(list.q ?? '')}">${results.text}`;
  return new DOMParser().parseFromString(page, 'text/html');
};
});
