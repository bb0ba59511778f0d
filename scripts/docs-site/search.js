// The search field of the documentation: sections that hold the words, best first. Runs in the browser, also from disk.
const field = document.getElementById('search');
const found = document.getElementById('found');
const root = document.documentElement.dataset.root;
/** Loaded at the first key: most pages are read without a search. */
let index;

function search(words) {
  const { index: stored, options } = globalThis.searchIndex;
  index ??= globalThis.MiniSearch.loadJS(stored, options);
  return index
    .search(words, { prefix: true, fuzzy: 0.2, boost: { heading: 3, title: 2 }, combineWith: 'AND' })
    .slice(0, 12);
}

/** Some words around the first match. */
function excerpt(text, terms) {
  const at = Math.max(0, ...terms.map((term) => text.toLowerCase().indexOf(term)));
  const start = Math.max(0, at - 50);
  return `${start > 0 ? '… ' : ''}${text.slice(start, start + 160)}`;
}

function entry({ id, title, heading, text, terms }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  const words = document.createElement('small');
  link.href = `${root}${id}`;
  link.textContent = heading === title ? title : `${title}: ${heading}`;
  words.textContent = excerpt(text, terms);
  link.append(words);
  item.append(link);
  return item;
}

function show() {
  const words = field.value.trim();
  const results = words === '' ? [] : search(words);
  found.replaceChildren(...results.map(entry));
  if (words !== '' && results.length === 0) found.textContent = `Nothing has “${words}”.`;
  found.hidden = words === '';
}

field.addEventListener('input', show);
field.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') found.querySelector('a')?.click();
});
found.addEventListener('click', () => {
  found.hidden = true;
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') found.hidden = true;
  if (event.key !== '/' || event.target === field) return;
  event.preventDefault();
  field.focus();
});
// On a phone the list of pages would come before every page.
if (matchMedia('(width < 60rem)').matches) document.querySelector('nav details').removeAttribute('open');
