import { listNames } from '../pages/names.ts';
import { findPath, type Page } from '../pages/page.ts';
import type { Section } from './markdown.ts';

/** One section as the browser searches it. The words are what people call the page, for its first section only. */
export type Entry = [page: string, heading: string, address: string, text: string, words?: string];

/** The characters of one section that are searched, and those of its beginning, which is kept as it is. */
const maxText = 6000;
const beginning = 1500;

/** Shortens a text: the words of a long one are kept once each. */
function shorten(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  if (plain.length <= beginning) return plain;
  const rest = [...new Set(plain.slice(beginning).split(' '))].join(' ');
  return (plain.slice(0, beginning) + rest).slice(0, maxText);
}

/** Lists what can be found on a page, section by section. */
export function listEntries(page: Page, sections: readonly Section[]): Entry[] {
  const path = findPath(page.source)!;
  return sections.map(({ depth, title, slug, text }) =>
    depth === 1
      ? [page.title, '', path, shorten(text), listNames(page.source)]
      : [page.title, title, `${path}#${slug}`, shorten(text)],
  );
}
