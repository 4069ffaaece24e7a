import { writeFile } from 'node:fs/promises';
import { zip } from '../../lists.ts';
import { escapeHtml } from '../../markup/escape-html.ts';
import { Flow, sizesOf } from '../page-layout/flow.ts';
import { Hyphens } from '../page-layout/hyphens.ts';
import { withoutLeaders } from '../page-layout/leaders.ts';
import { joinListMarks } from '../page-layout/list-marks.ts';
import type { Page } from '../page-layout/page.ts';
import { piecesOf } from '../page-layout/pieces.ts';
import { asReadFromLeft, placedOn, runsMirrored } from '../page-layout/right-to-left.ts';
import { dropRunningHeads } from '../page-layout/running-heads.ts';
import { drawnOn } from './drawn.ts';
import { figureBoxes, figuresOf } from './figures.ts';
import { layoutOf } from './layout.ts';
import { factsOf, opened } from './open.ts';
import { pageRanges } from '../page-ranges.ts';
import { withSingleLetters } from './single-letters.ts';
import { markLinks, markStyles } from './styles.ts';
import type { ReadPdf } from './text.ts';

const style =
  'body{max-width:45em;margin:2em auto;padding:0 1em;line-height:1.5}img{max-width:100%}table{border-collapse:collapse}td,th{border:1px solid #999;padding:.2em .5em;text-align:start;vertical-align:top}';

interface Source {
  pages: Page[];
  numbers: number[];
}

/** The words of the pages asked for, each knowing how it is set. */
async function sourceOf(file: string, dir: string, asked: string | undefined): Promise<Source> {
  const { pages: count } = await factsOf(file, dir);
  const pages: Page[] = [];
  const numbers: number[] = [];
  let single: string | undefined;
  for (const range of pageRanges(asked, count)) {
    let found = await layoutOf(file, range, dir);
    if (found.some(runsMirrored)) {
      single ??= await withSingleLetters(file, dir);
      found = await layoutOf(single, range, dir);
    }
    await markStyles(found, file, range, dir);
    pages.push(...found.map(withoutLeaders).map(asReadFromLeft));
    for (let number = range.first; number <= range.last; number++) numbers.push(number);
  }
  return { pages, numbers };
}

function learnedFrom(pages: readonly Page[]): Hyphens {
  const hyphens = new Hyphens();
  for (const page of pages)
    for (const block of page.blocks) for (const line of block.lines) hyphens.learn(line.text);
  return hyphens;
}

/** A PDF as a page that flows: what its type says is a heading, a list or a paragraph becomes one. */
export async function pdfToHtml(
  input: string,
  output: string,
  title: string | undefined,
  dir: string,
  options: { pages?: string | undefined; password?: string | undefined },
): Promise<ReadPdf> {
  const file = await opened(input, dir, options.password);
  const { pages, numbers } = await sourceOf(file, dir, options.pages);
  const bare = zip(pages, numbers).flatMap(([{ blocks }, number]) => (blocks.length === 0 ? [number] : []));
  dropRunningHeads(pages);
  const base = pages.filter(page => page.direction === 'rtl').length * 2 > pages.length ? 'rtl' : 'ltr';
  const flow = new Flow(sizesOf(pages), learnedFrom(pages), base);
  for (const page of pages) joinListMarks(page);
  const drawn = await drawnOn(file, numbers);
  for (const [[page, number], { rules, images, links }] of zip(zip(pages, numbers), drawn)) {
    if (links) markLinks(page, placedOn(page, links));
    const figures = await figuresOf(file, number, figureBoxes(page, images), dir);
    for (const piece of piecesOf(page, placedOn(page, rules), placedOn(page, figures))) {
      if (piece.block) flow.block(piece.block, page);
      else if (piece.table) flow.table(piece.table, page.direction);
      else if (piece.figure) flow.figure(piece.figure);
    }
  }
  flow.end();
  const head = `<meta charset="utf-8">${title === undefined ? '' : `\n<title>${escapeHtml(title)}</title>`}\n<style>${style}</style>`;
  await writeFile(
    output,
    `<!DOCTYPE html>\n<html${base === 'rtl' ? ' dir="rtl"' : ''}>\n<head>\n${head}\n</head>\n<body>\n${flow.parts.join('\n')}\n</body>\n</html>\n`,
  );
  return { file, pages: pages.length, bare };
}
