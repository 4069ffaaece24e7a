// The behaviour of every page: search, theme, menu, tabs and copying. All of it works without other hosts.

const { body, documentElement: root } = document;

/* Theme */

document.querySelector('.theme').addEventListener('click', () => {
  const isDark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = isDark ? 'light' : 'dark';
  localStorage.setItem('filemill-docs-theme', root.dataset.theme);
});

/* The list of pages on a phone */

const menu = document.querySelector('.menu');
const showPages = isOpen => {
  body.classList.toggle('shows-pages', isOpen);
  menu.setAttribute('aria-expanded', String(isOpen));
};
menu.addEventListener('click', () => showPages(!body.classList.contains('shows-pages')));
document.querySelector('.frame').addEventListener('click', event => {
  if (event.target === event.currentTarget) showPages(false);
});
document.querySelector('.pages [aria-current]')?.scrollIntoView({ block: 'center' });
scrollTo(0, 0);
if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();

/* Copying code */

for (const block of document.querySelectorAll('.code')) {
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'copy',
    textContent: 'Copy',
  });
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  });
  block.append(button);
}

/* Tabs: one choice for all requests, remembered */

const chooseTab = title => {
  for (const tabs of document.querySelectorAll('.tabs')) {
    const titles = [...tabs.querySelectorAll('.tab')].map(tab => tab.dataset.title);
    const chosen = titles.includes(title) ? title : titles[0];
    for (const tab of tabs.querySelectorAll('.tab')) tab.hidden = tab.dataset.title !== chosen;
    for (const button of tabs.querySelectorAll('[role=tab]'))
      button.setAttribute('aria-selected', String(button.textContent === chosen));
  }
};
for (const tabs of document.querySelectorAll('.tabs')) {
  const list = document.createElement('div');
  list.setAttribute('role', 'tablist');
  for (const tab of tabs.querySelectorAll('.tab')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.setAttribute('role', 'tab');
    button.textContent = tab.dataset.title;
    button.addEventListener('click', () => {
      localStorage.setItem('filemill-docs-language', tab.dataset.title);
      chooseTab(tab.dataset.title);
    });
    list.append(button);
  }
  tabs.prepend(list);
}
chooseTab(localStorage.getItem('filemill-docs-language'));

/* Search */

const input = document.querySelector('.search input');
const results = document.querySelector('.results');
const maxResults = 12;
let loaded;
let chosen = -1;

/** Loads the index and the search itself when somebody starts to search. */
const load = () => {
  loaded ??= Promise.all([
    import(new URL(body.dataset.search, document.baseURI)),
    fetch(body.dataset.index).then(response => response.json()),
  ]).then(([search, entries]) => ({ ...search, entries }));
  return loaded;
};

/** Makes an element whose text has the found words marked. */
const markWords = (tag, text, words) => {
  const element = document.createElement(tag);
  const pattern = new RegExp(
    `(${words.map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`,
    'giu',
  );
  text.split(pattern).forEach((part, index) => {
    if (index % 2 === 0) return element.append(part);
    element.append(Object.assign(document.createElement('mark'), { textContent: part }));
  });
  return element;
};

const choose = index => {
  const links = [...results.querySelectorAll('a')];
  chosen = links.length === 0 ? -1 : (index + links.length) % links.length;
  links.forEach((link, at) => {
    link.setAttribute('aria-selected', String(at === chosen));
  });
  links[chosen]?.scrollIntoView({ block: 'nearest' });
};

const search = async () => {
  const query = input.value.trim();
  if (query === '') {
    results.hidden = true;
    return;
  }
  const { entries, findEntries, findExcerpt, splitQuery } = await load();
  if (input.value.trim() !== query) return;
  const words = splitQuery(query).flat();
  const links = findEntries(entries, query, maxResults).map(([page, heading, address, text]) => {
    const link = Object.assign(document.createElement('a'), { href: body.dataset.up + address });
    link.setAttribute('role', 'option');
    link.append(
      markWords('b', heading ? `${page} › ${heading}` : page, words),
      markWords('span', heading ? findExcerpt(text, words) : text.slice(0, 130), words),
    );
    return link;
  });
  const nothing = Object.assign(document.createElement('p'), { textContent: 'Nothing was found.' });
  results.replaceChildren(...(links.length > 0 ? links : [nothing]));
  results.hidden = false;
  choose(0);
};

input.addEventListener('focus', load);
input.addEventListener('input', search);
input.addEventListener('keydown', event => {
  if (event.key === 'ArrowDown') choose(chosen + 1);
  else if (event.key === 'ArrowUp') choose(chosen - 1);
  else if (event.key === 'Enter') results.querySelector('[aria-selected=true]')?.click();
  else if (event.key === 'Escape') {
    input.value = '';
    results.hidden = true;
    input.blur();
  } else return;
  event.preventDefault();
});
results.addEventListener('click', () => {
  results.hidden = true;
});
document.addEventListener('click', event => {
  if (!event.target.closest('.search')) results.hidden = true;
});
document.addEventListener('keydown', event => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target.matches('input, textarea')) return;
  event.preventDefault();
  input.focus();
});

/* The section being read, in the list of contents */

const links = new Map(
  [...document.querySelectorAll('.contents a')].map(link => [decodeURIComponent(link.hash.slice(1)), link]),
);
const headings = [...document.querySelectorAll('article h2, article h3')].filter(({ id }) => links.has(id));
const followReading = () => {
  const current = headings.findLast(heading => heading.getBoundingClientRect().top < 110) ?? headings[0];
  for (const [id, link] of links) link.classList.toggle('current', id === current?.id);
};
addEventListener('scroll', followReading, { passive: true });
followReading();
