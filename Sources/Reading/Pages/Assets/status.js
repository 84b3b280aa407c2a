'use strict';
// The status page: brings its numbers up to date in place.
(() => {
  const live = document.getElementById('live');
  if (!live) return;
  const lost = document.getElementById('lost');
  const updated = () => live.querySelector('time');
  let source, time = updated().textContent, last = Date.now();

  const merge = (old, now) => {
    if (!now.attributes) return old.data === now.data || (old.data = now.data);
    for (const { name, value } of now.attributes) old.setAttribute(name, value);
    // rows stay where they are while somebody points at them
    const held = old.matches('[data-hold]:is(:hover,:focus-within)');
    const rows = new Map([...old.children].map((row) => [row.dataset.key, row]));
    const wanted = [...now.childNodes];
    wanted.forEach((child, index) => {
      const place = old.childNodes[index] || null, key = child.dataset?.key;
      const same = key ? rows.get(key) : place?.nodeName === child.nodeName && place;
      if (same) merge(same, child);
      if (!held && same !== place) old.insertBefore(same || child, place);
    });
    while (!held && old.childNodes.length > wanted.length) old.lastChild.remove();
  };
  const tick = () => {
    const age = Math.round((Date.now() - last) / 1000);
    updated().textContent = age < 60 ? age + ' s ago' : time;
    const text = age > 4 && source?.readyState !== 1 ? `No answer from Larder since ${time}.` : '';
    if (lost.textContent !== text) lost.textContent = text;
    if (source?.readyState === 2) follow();
  };
  const follow = () => {
    source?.close();
    if (document.hidden) return;
    source = new EventSource(live.dataset.events);
    source.onmessage = ({ data }) => {
      merge(live, new DOMParser().parseFromString(data, 'text/html').body);
      time = updated().textContent;
      last = Date.now();
      tick();
    };
  };
  document.addEventListener('visibilitychange', follow);
  setInterval(tick, 1000);
  follow();
})();
