import { describe, expect, it } from 'vitest';
import { makePlainStyle, type Tag } from '../../source.ts';
import type { TableWord } from '../table.ts';
import { findTaggedTables } from './tagged.ts';

const tag = (type: string, children: Tag[] = [], more: Partial<Tag> = {}): Tag => ({
  type,
  marks: [],
  children,
  ...more,
});

/** Makes a page of words, each with a mark of its own, and their tags. */
function makePage() {
  const words: TableWord[] = [];
  const cell = (type: 'TH' | 'TD', text: string, x: number, y: number, more: Partial<Tag> = {}): Tag => {
    const mark = words.length;
    words.push({
      ...{ text, left: x, right: x + 6 * text.length, top: y - 8, bottom: y },
      style: { ...makePlainStyle(10), mark },
    });
    return tag(type, [tag('P', [tag('', [], { marks: [mark] })])], more);
  };
  return { words, cell };
}

const readRows = (tags: Tag[], words: TableWord[]) =>
  findTaggedTables(tags, words).map(({ rows }) =>
    rows.map(row => row.map(({ words }) => words.map(({ text }) => text).join(' '))),
  );

describe('tables of the structure tree', () => {
  it('have the head over figures that end elsewhere, and their empty cells, which are not tagged', () => {
    const { words, cell } = makePage();
    const head = ['Region', 'Q1', 'Q2', 'Total'].map((text, at) => cell('TH', text, 50 + 100 * at, 100));
    const figures = (y: number, ...texts: string[]) =>
      texts.flatMap((text, at) =>
        text === '' ? [] : [cell('TD', text, 50 + 100 * at + (at > 0 ? 60 : 0), y)],
      );
    const rows = [
      tag('TR', figures(120, 'North', '1', '2', '3')),
      tag('TR', figures(140, 'South', '', '5', '5')),
      tag('TR', figures(160, 'West', '4', '6')),
    ];
    const table = tag('Table', [tag('THead', [tag('TR', head)]), tag('TBody', rows)]);
    expect(readRows([tag('Document', [table])], words)).toEqual([
      [
        ['Region', 'Q1', 'Q2', 'Total'],
        ['North', '1', '2', '3'],
        ['South', '', '5', '5'],
        ['West', '4', '6', ''],
      ],
    ]);
    expect(findTaggedTables([table], words)[0]).toMatchObject({ headerRows: 1 });
  });

  it('have cells over several columns and rows', () => {
    const { words, cell } = makePage();
    const table = tag('Table', [
      tag('TR', [cell('TH', 'Name', 50, 110, { rowSpan: 2 }), cell('TH', 'Years', 200, 100, { colSpan: 2 })]),
      tag('TR', [cell('TH', '2025', 150, 120), cell('TH', '2026', 250, 120)]),
      tag('TR', [cell('TD', 'Ada', 50, 140), cell('TD', '7', 150, 140), cell('TD', '8', 250, 140)]),
    ]);
    const [found] = findTaggedTables([table], words);
    expect(found!.rows.map(row => row.map(({ columns, rows }) => [columns, rows]))).toEqual([
      [
        [1, 2],
        [2, 1],
      ],
      [
        [1, 1],
        [1, 1],
      ],
      [
        [1, 1],
        [1, 1],
        [1, 1],
      ],
    ]);
    expect(found!.headerRows).toBe(2);
  });

  it('are ignored if their cells are not in rows and columns on the page, or other text is among them', () => {
    const { words, cell } = makePage();
    const scattered = tag('Table', [
      tag('TR', [cell('TD', 'a', 300, 100), cell('TD', 'b', 50, 100)]),
      tag('TR', [cell('TD', 'c', 50, 50), cell('TD', 'd', 300, 60)]),
    ]);
    expect(readRows([scattered], words)).toEqual([]);
    const other = makePage();
    const table = tag('Table', [
      tag('TR', [other.cell('TD', 'a', 50, 100), other.cell('TD', 'b', 300, 100)]),
      tag('TR', [other.cell('TD', 'c', 50, 140), other.cell('TD', 'd', 300, 140)]),
    ]);
    other.cell('TD', 'stranger', 100, 120);
    expect(readRows([table], other.words)).toEqual([]);
  });
});
