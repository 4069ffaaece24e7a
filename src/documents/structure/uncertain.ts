import type { Block, Document, Run, TableBlock } from '../model.ts';

/** This many short paragraphs in a row on one page are the labels of a drawing rather than text. */
const maxShort = 10;
const shortWords = 2;

const readText = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');
const countWords = (text: string): number => text.split(/\s+/).filter(word => word !== '').length;
const isFigure = (word: string): boolean => /^[($€£¥-]*\d[\d.,]*[%)TMBk]*$/.test(word);

/**
 * Returns true if columns of a table were probably merged: some cells have several numbers where others have
 * one.
 */
function hasMergedColumns({ rows, headerRows }: TableBlock): boolean {
  const counts = rows
    .slice(headerRows)
    .flat()
    .filter(cell => cell.columns === 1 && cell.rows === 1)
    // In some countries a space separates thousands.
    .map(({ runs }) =>
      readText(runs)
        .replaceAll(/(?<=\d)\s(?=\d{3}(\D|$))/g, '')
        .trim()
        .split(/\s+/),
    )
    .filter(words => words.length > 0 && words.every(isFigure))
    .map(words => words.length);
  const several = counts.filter(count => count > 1).length;
  return several > 1 && several > counts.length / 10;
}

const isShort = (block: Block): boolean =>
  block.kind === 'paragraph' && block.source === 'layout' && countWords(readText(block.runs)) <= shortWords;

/** Returns true if tables or the order of text in a document are probably not as on its pages. */
export function isStructureUncertain({ blocks }: Document): boolean {
  let short = 0;
  let page: number | undefined;
  for (const block of blocks) {
    if (block.kind === 'table' && hasMergedColumns(block)) return true;
    const on = block.places[0]?.page;
    short = isShort(block) && on === page ? short + 1 : 0;
    page = on;
    if (short >= maxShort) return true;
  }
  return false;
}
