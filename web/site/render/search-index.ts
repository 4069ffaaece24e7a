import { findPath, type Page } from '../pages/page.ts';
import type { Section } from './markdown.ts';

/** The text of one section as the browser searches it: the page's title, the heading, the address and the text. */
export type Entry = [page: string, heading: string, address: string, text: string];

/** Sections longer than this are found by their beginning. */
const maxText = 1500;

/** Lists what can be found on a page, section by section. */
export const listEntries = (page: Page, sections: readonly Section[]): Entry[] =>
  sections.map(({ depth, title, slug, text }) => [
    page.title,
    depth === 1 ? '' : title,
    findPath(page.source)! + (depth === 1 ? '' : `#${slug}`),
    text.replaceAll(/\s+/g, ' ').trim().slice(0, maxText),
  ]);
