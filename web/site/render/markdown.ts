import { posix } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import { escapeHtml } from '../../../src/markup/escape-html.ts';
import { findPath } from '../pages/page.ts';
import { highlight } from './highlight.ts';
import { makeSlugger } from './slugs.ts';

/** A heading of a page with the text below it, for search and the list of contents. */
export interface Section {
  depth: number;
  title: string;
  slug: string;
  text: string;
}

export interface Rendered {
  html: string;
  sections: Section[];
  /** Files of the repository that the page shows, such as pictures. */
  files: Set<string>;
}

/** Describes where a page is and what it may link to. */
export interface Surroundings {
  source: string;
  /** The pages there are, by their source. */
  sources: ReadonlySet<string>;
  /** Pictures may be shown from these files of the repository. */
  hasFile(path: string): boolean;
  /** The address of the service for links into it: relative, or absolute for a site without a service. */
  service: string;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Removes markup from a piece of Markdown. */
export function plainText(markdown: string): string {
  const html = new Marked().parseInline(markdown, { async: false });
  return html
    .replaceAll('<br>', ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name]!);
}

/** The address of the service as the documents write it. */
const localService = 'http://127.0.0.1:3001';

/** Returns the path from one page to another file of the site. */
export const relate = (from: string, to: string): string => posix.relative(posix.dirname(from), to);

/** Resolves a link of a document: to another page, into the service, or outside. Undefined: it leads to no page. */
function resolveLink(href: string, { source, sources, service }: Surroundings): string | undefined {
  if (href.startsWith(localService)) return service + href.slice(localService.length);
  if (/^[a-z]+:/.test(href) || href.startsWith('#')) return href;
  const [file = '', anchor] = href.split('#', 2);
  const target = posix.join(posix.dirname(source), file);
  const page = sources.has(target) ? target : sources.has(`${target}.md`) ? `${target}.md` : undefined;
  if (!page) return undefined;
  return relate(findPath(source)!, findPath(page)!) + (anchor ? `#${anchor}` : '');
}

/** Turns one page into HTML. */
export function renderMarkdown(markdown: string, around: Surroundings): Rendered {
  const slugOf = makeSlugger();
  const sections: Section[] = [];
  const files = new Set<string>();
  const slugs = new Map<Token, string>();
  const own = findPath(around.source)!;
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading(token: Tokens.Heading) {
        const slug = slugs.get(token) ?? '';
        const inner = this.parser.parseInline(token.tokens);
        const anchor =
          token.depth === 1
            ? ''
            : `<a class="anchor" href="#${slug}" aria-label="Link to this section">#</a>`;
        return `<h${token.depth} id="${slug}">${inner}${anchor}</h${token.depth}>\n`;
      },
      link(token: Tokens.Link) {
        const inner = this.parser.parseInline(token.tokens);
        const href = resolveLink(token.href, around);
        return href === undefined ? inner : `<a href="${escapeHtml(href)}">${inner}</a>`;
      },
      image(token: Tokens.Image) {
        const path = posix.join(posix.dirname(around.source), token.href);
        if (!around.hasFile(path)) return escapeHtml(token.text);
        files.add(path);
        return `<img src="${relate(own, `files/${path}`)}" alt="${escapeHtml(token.text)}" loading="lazy">`;
      },
      code({ text, lang }: Tokens.Code) {
        const name = lang?.split(/\s/, 1)[0];
        return `<div class="code"${name ? ` data-language="${escapeHtml(name)}"` : ''}><pre tabindex="0"><code>${highlight(text, name)}</code></pre></div>\n`;
      },
    },
  });
  const tokens = marked.lexer(markdown.replaceAll(/<!--[\s\S]*?-->/g, ''));
  for (const token of tokens) {
    if (token.type === 'heading') {
      const title = plainText(token.text);
      const slug = slugOf(title);
      slugs.set(token, slug);
      sections.push({ depth: token.depth, title, slug, text: '' });
    } else if (token.type !== 'space' && token.type !== 'html')
      sections.at(-1)!.text +=
        `${plainText(token.type === 'code' ? token.text : token.raw.replaceAll(/^[|\s:-]+$/gm, '').replaceAll('|', ' '))} `;
  }
  const html = marked
    .parser(tokens)
    .replaceAll('<table>', '<div class="table"><table>')
    .replaceAll('</table>', '</table></div>');
  return { html, sections, files };
}
