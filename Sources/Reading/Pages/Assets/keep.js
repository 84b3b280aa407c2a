'use strict';
// Keeps the larder on this device. Browsers have workers in a secure context only.
(() => {
  const section = document.getElementById('keep'), workers = navigator.serviceWorker;
  if (!section || !workers || location.protocol === 'file:') return;
  const { offline, worker, items } = section.dataset;
  const text = section.querySelector('p'), [keep, remove] = section.querySelectorAll('button');

  const show = async () => {
    const { version, bytes } = await (await fetch(offline)).json();
    keep.hidden = await caches.match(offline, { cacheName: 'larder-' + version });
    const size = items + ', ' + Math.ceil(bytes / 1e6) + '\u00a0MB';
    text.textContent = (keep.hidden ? 'Has ' : 'Stores ') + size + ', on this device.';
    remove.hidden = !(await caches.keys()).length;
    keep.disabled = section.hidden = false;
  };
  workers.onmessage = ({ data: { count, failed, all, error, isOver } }) => {
    if (isOver && !failed) return show();
    text.textContent = `${count} of ${all} files are stored.`;
    if (isOver) text.append(` ${failed} did not come.`);
    if (error) text.textContent = /Quota/.test(error) ? 'There is no more room.' : 'Larder does not answer.';
    text.ariaBusy = keep.disabled = !isOver && !error;
  };
  keep.onclick = async () => {
    keep.disabled = true;
    await navigator.storage.persist();
    await workers.register(worker);
    (await workers.ready).active.postMessage({ keep: true });
  };
  remove.onclick = async () => {
    await (await workers.getRegistration())?.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
    show();
  };
  show().catch(() => {});
})();
