import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addTextLayers, type PageLayer } from '../../../../engines/pikepdf/engine.ts';
import { makeLayerContent, writeWordOperators } from '../../../../engines/pikepdf/text-layer.ts';
import { zip } from '../../../../lists.ts';
import { combineMatrices, type Matrix, movePoint } from '../matrix.ts';
import { keepWords, type Line, type ReadPage } from '../page.ts';
import { findSettings, type Setting } from './type-size.ts';

/** Radians: about ten degrees. */
const maxLevelled = 0.17;
/** A share of the line's height. */
const maxMoved = 0.5;

/** Puts recognised words on the pages of a document, invisible and in place. */
export async function writeSearchable(
  pages: readonly ReadPage[],
  document: string,
  output: string,
  dir: string,
): Promise<void> {
  const layers: PageLayer[] = [];
  for (const page of pages) {
    const text = makeTextLayer(page);
    const content = join(dir, `layer-${page.number}`);
    if (text !== '') await writeFile(content, text, 'latin1');
    layers.push({
      index: page.number - 1,
      width: page.width,
      height: page.height,
      turn: page.turn,
      ...(text !== '' && { content }),
    });
  }
  await addTextLayers({ inputs: [{ path: document }], output, pages: layers });
}

/** Returns the text operators for a page, in pixels from the lower left. */
function makeTextLayer(page: ReadPage): string {
  if (page.own) return '';
  const flipped: Matrix = combineMatrices([1, 0, 0, -1, 0, page.height], page.toPage);
  const lines = keepWords(page.blocks, word => !word.own).flatMap(block =>
    [...findSettings(block)].map(([line, setting]) => makeLineOperators(line, setting, flipped)),
  );
  return makeLayerContent(lines);
}

/** All words of a line get the same height and nearly the same baseline, so that a selection looks even. */
function makeLineOperators({ words }: Line, { base, size }: Setting, matrix: Matrix): string {
  // The y axis points up in the font and down in the image.
  const slanting = words.map(word => combineMatrices(matrix, [1, 0, 0, -1, word.left, base]));
  const level = zip(slanting, words).map(([place, { left, right }]) => levelWord(place, right - left));
  return zip(words, moveTowardsLine(level, size * maxMoved))
    .map(([{ text, left, right }, place]) => writeWordOperators(text, right - left, place, size))
    .join('');
}

/** Moves words slightly towards the middle of their line: PDF viewers split a line whose words climb. */
function moveTowardsLine(places: readonly Matrix[], most: number): Matrix[] {
  const [first] = places;
  if (!first) return [];
  const scale = Math.hypot(first[2], first[3]);
  const [x, y] = [first[2] / scale, first[3] / scale];
  const heights = places.map(place => place[4] * x + place[5] * y);
  const middle = (Math.min(...heights) + Math.max(...heights)) / 2;
  return zip(places, heights).map(([[a, b, c, d, e, f], height]) => {
    const by = Math.max(-most * scale, Math.min(most * scale, middle - height));
    return [a, b, c, d, e + by * x, f + by * y];
  });
}

/** Levels a word on a slightly slanted line, about its centre: PDF viewers split slanted words. */
function levelWord(matrix: Matrix, width: number): Matrix {
  const turn = Math.atan2(matrix[1], matrix[0]);
  const square = Math.round(turn / (Math.PI / 2)) * (Math.PI / 2);
  if (Math.abs(turn - square) > maxLevelled) return matrix;
  const scale = Math.hypot(matrix[0], matrix[1]);
  const [cos, sin] = [Math.cos(square) * scale, Math.sin(square) * scale];
  const middle = movePoint(matrix, { x: width / 2, y: 0 });
  return [cos, sin, -sin, cos, middle.x - (cos * width) / 2, middle.y - (sin * width) / 2];
}
