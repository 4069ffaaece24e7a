import { pairs } from '../../../lists.ts';
import { around, type Box, heightOf, holdsMiddle, sharedY, widthOf } from '../../boxes.ts';
import type { TableWord } from '../table.ts';
import { keepColumns } from './stripe-columns.ts';
import { findHeadRows } from './stripe-heads.ts';

/** Edges closer than this, in points, count as equal. */
const near = 3;
const [minWidth, minHeight, tallest] = [2, 6, 160];
/** A page with more areas is a drawing. */
const maxAreas = 1500;
const minCells = 2;
const minBands = 2;

/** Coloured areas side by side that colour one row. */
interface Band extends Box {
  cells: Box[];
}

const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= near;

function findBands(fills: readonly Box[]): Band[] {
  const bands: Band[] = [];
  const cells = fills.filter(
    fill => widthOf(fill) >= minWidth && heightOf(fill) >= minHeight && heightOf(fill) <= tallest,
  );
  if (cells.length > maxAreas) return [];
  for (const cell of cells.toSorted((a, b) => a.top - b.top || a.left - b.left)) {
    const band = bands.find(
      each => isSame(each.top, cell.top) && isSame(each.bottom, cell.bottom) && isSame(each.right, cell.left),
    );
    if (band) Object.assign(band, around([band, cell]), { cells: [...band.cells, cell] });
    else bands.push({ ...around([cell]), cells: [cell] });
  }
  return bands;
}

const haveSameCells = (a: Band, b: Band): boolean =>
  a.cells.length === b.cells.length &&
  a.cells.every((cell, at) => isSame(cell.left, b.cells[at]!.left)) &&
  isSame(a.right, b.right);

/**
 * Chains bands with the same cells that are below one another with at most the height of a row between them.
 */
function chainBands(bands: readonly Band[]): Band[][] {
  const chains: Band[][] = [];
  for (const band of bands.filter(({ cells }) => cells.length >= minCells)) {
    const chain = chains.find(each => {
      const above = each.at(-1)!;
      const gap = band.top - above.bottom;
      return (
        haveSameCells(above, band) &&
        gap > -near &&
        gap < 2.5 * Math.max(...each.map(heightOf), heightOf(band))
      );
    });
    if (chain) chain.push(band);
    else chains.push([band]);
  }
  return chains.filter(chain => chain.length >= minBands);
}

/** Finds the borders of the cells in tables whose rows, or every second row, are coloured cell by cell. */
export function findStripeBorders(fills: readonly Box[], words: readonly TableWord[]): Box[] {
  return chainBands(findBands(fills)).flatMap(chain => {
    const { left, right, top } = around(chain);
    const drawn = [...chain[0]!.cells.map(cell => cell.left), right];
    const ys = [top, ...chain.flatMap(band => [band.top, band.bottom])];
    const end = addLastRow(chain, drawn, words);
    if (end !== undefined) ys.push(end);
    const bottom = Math.max(...ys);
    const xs = keepColumns(drawn, words, { left, right, top, bottom });
    const heads = findHeadRows(xs, top, words);
    const lower = [top, ...heads.map(head => head.top)];
    return [
      ...[...ys, ...heads.map(head => head.top)].map(y => ({ left, right, top: y, bottom: y })),
      ...xs.map(x => ({ left: x, right: x, top, bottom })),
      ...heads.flatMap((head, at) =>
        [left, ...head.xs, right].map(x => ({ left: x, right: x, top: head.top, bottom: lower[at]! })),
      ),
    ];
  });
}

/**
 * Adds the lower edge of an uncoloured row below the last band, if the other rows alternate in the same way.
 */
function addLastRow(
  chain: readonly Band[],
  xs: readonly number[],
  words: readonly Box[],
): number | undefined {
  const gaps = pairs(chain).map(([above, band]) => band.top - above.bottom);
  const height = Math.max(0, ...gaps.filter(gap => gap >= minHeight));
  const last = chain.at(-1)!;
  if (height === 0) return undefined;
  const below = { ...last, top: last.bottom, bottom: last.bottom + height };
  const inside = words.filter(
    word => sharedY(word, below) > 0 && word.right > last.left && word.left < last.right,
  );
  const fits = (word: Box) =>
    holdsMiddle(below, word) &&
    word.bottom <= below.bottom + near &&
    !xs.some(x => word.left < x - 1 && word.right > x + 1);
  return inside.length > 1 && inside.every(fits) ? below.bottom : undefined;
}
