// Pages whose tables are made from declarations: `npx node tests/docs/pages.ts` writes them.
import { readFileSync, writeFileSync } from 'node:fs';
import { renderFormats } from './formats.ts';
import { renderPlans } from './plans.ts';

export const pages = { 'formats.md': renderFormats, 'plans.md': renderPlans };

const begin = '<!-- made by tests/docs/pages.ts -->';
const end = '<!-- end of what is made -->';
const locate = (page: string): URL => new URL(`../../docs/${page}`, import.meta.url);

/** Reads what is made of a page, and everything around it. */
export function readPage(page: string): { before: string; made: string; after: string } {
  const text = readFileSync(locate(page), 'utf8');
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
  return { before: text.slice(0, from), made: text.slice(from, to).trim(), after: text.slice(to) };
}

if (import.meta.main)
  for (const [page, render] of Object.entries(pages)) {
    const { before, after } = readPage(page);
    writeFileSync(locate(page), `${before}\n\n${await render()}\n\n${after}`);
  }
