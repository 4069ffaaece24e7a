import { listNames } from '../pages/names.ts';
import { findPath, type Page } from '../pages/page.ts';
import type { Section } from './markdown.ts';

/** One section as the browser searches it. The words are what people call the page, for its first section only. */
export type Entry = [page: string, heading: string, address: string, text: string, words?: string];

/** The characters of one section that are searched. */
const maxText = 6000;

/** Keeps the words of a text in their order, since results show a part of it. */
const shorten = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, maxText);

/** Lists what can be found on a page, section by section. */
export function listEntries(page: Page, sections: readonly Section[]): Entry[] {
  const path = findPath(page.source)!;
  return sections.map(({ depth, title, slug, text }) =>
    depth === 1
      ? [page.title, '', path, shorten(text), listNames(page.source)]
      : [page.title, title, `${path}#${slug}`, shorten(text)],
  );
}
