import { escapeHtml } from '../../../src/markup/escape-html.ts';
import { type Group, listPages } from '../pages/navigation.ts';
import { findPath, type Page } from '../pages/page.ts';
import { type Rendered, relate, type Section } from './markdown.ts';

/** The addresses of scripts, styles and pictures, whose names change with their content. */
export interface Assets {
  style: string;
  theme: string;
  script: string;
  icon: string;
  search: string;
  index: string;
}

export interface Site {
  groups: Group[];
  assets: Assets;
  service: string;
}

const contains = (group: Group, page: Page): boolean => listPages([group]).includes(page);

/** Writes the list of pages. The groups around the current page are open. */
function writeNavigation(groups: readonly Group[], page: Page, depth = 0): string {
  const from = findPath(page.source)!;
  return groups
    .map(group => {
      const items = group.pages
        .map(each => {
          const current = each === page ? ' aria-current="page"' : '';
          return `<li><a href="${relate(from, findPath(each.source)!)}"${current}>${escapeHtml(each.title)}</a></li>`;
        })
        .join('');
      const below = writeNavigation(group.groups ?? [], page, depth + 1);
      const open = contains(group, page) || (depth === 0 && group.title !== 'Decisions') ? ' open' : '';
      return `<details${open}><summary>${escapeHtml(group.title)}</summary><ul>${items}</ul>${below}</details>`;
    })
    .join('');
}

/** Writes the list of a page's sections, if there are several. */
function writeContents(sections: readonly Section[]): string {
  const listed = sections.filter(({ depth }) => depth === 2 || depth === 3);
  if (listed.length < 2 || listed.length > 80) return '<aside class="contents"></aside>';
  const items = listed.map(
    ({ depth, slug, title }) => `<li class="depth-${depth}"><a href="#${slug}">${escapeHtml(title)}</a></li>`,
  );
  return `<aside class="contents" aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></aside>`;
}

function writeNeighbours(page: Page, groups: readonly Group[]): string {
  const pages = listPages(groups);
  const at = pages.indexOf(page);
  const link = (other: Page | undefined, kind: string, label: string) =>
    other
      ? `<a class="${kind}" href="${relate(findPath(page.source)!, findPath(other.source)!)}"><small>${label}</small>${escapeHtml(other.title)}</a>`
      : '<span></span>';
  const before = at < 1 ? undefined : pages[at - 1];
  return `<nav class="neighbours" aria-label="Neighbouring pages">${link(before, 'before', 'Previous')}${link(at < 0 ? undefined : pages[at + 1], 'after', 'Next')}</nav>`;
}

/** Writes a complete page. */
export function writePage(
  page: Page,
  { html, sections }: Rendered,
  { groups, assets, service }: Site,
): string {
  const own = findPath(page.source)!;
  const to = (path: string) => relate(own, path);
  const up = '../'.repeat(own.split('/').length - 1) || './';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} · Filemill documentation</title>
<meta name="description" content="${escapeHtml(page.summary)}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${to(assets.icon)}">
<link rel="stylesheet" href="${to(assets.style)}">
<script src="${to(assets.theme)}"></script>
<script src="${to(assets.script)}" type="module"></script>
</head>
<body data-up="${up}" data-index="${to(assets.index)}" data-search="${to(assets.search)}">
<a class="skip" href="#main">Skip to content</a>
<header>
<button class="menu" type="button" aria-label="Pages" aria-expanded="false">☰</button>
<a class="brand" href="${to('index.html')}"><img src="${to(assets.icon)}" alt="" width="26" height="26"><span>Filemill</span> <em>Docs</em></a>
<div class="search" role="search"><input type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off"><kbd>/</kbd><div class="results" role="listbox" aria-label="Results" hidden></div></div>
<nav class="links" aria-label="Service"><a href="${escapeHtml(`${rise(service, own)}/api/public/docs`)}">API reference</a><a class="workspace" href="${escapeHtml(`${rise(service, own)}/`)}">Workspace</a></nav>
<button class="theme" type="button" aria-label="Light or dark">◐</button>
</header>
<div class="frame">
<nav class="pages" aria-label="Pages">${writeNavigation(groups, page)}</nav>
<main id="main"><article${own === 'index.html' ? ' class="home"' : ''}>${html}</article>${writeNeighbours(page, groups)}</main>
${writeContents(sections)}
</div>
</body>
</html>
`;
}

/** Returns the address of the service as seen from a page: the site is served at `/docs/`, unless an address is given. */
export const rise = (service: string, page: string): string =>
  service || '../'.repeat(page.split('/').length).replace(/\/$/, '');
