import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Aids, PlacedWord } from '../conversion.ts';
import { addTextLayers, drawEmojiPictures, type PageLayer } from './engine.ts';
import { makeLayerContent, writeWordOperators } from './text-layer.ts';

/** The share of a box that lies below the baseline of its word. */
const descent = 0.2;

function writeWord({ text, left, bottom, right, top }: PlacedWord): string {
  const size = top - bottom;
  return writeWordOperators(text, right - left, [1, 0, 0, 1, left, bottom + descent * size], size);
}

export const addWords: Aids['addWords'] = async (pdf, pages, dir) => {
  const layers: PageLayer[] = [];
  for (const [index, { width, height, words }] of pages.entries()) {
    if (words.length === 0) continue;
    const content = join(dir, `words-${index}`);
    await writeFile(content, makeLayerContent(words.map(writeWord)), 'latin1');
    layers.push({ index, width, height, content });
  }
  if (layers.length > 0) {
    const output = `${pdf}.words`;
    await addTextLayers({ inputs: [{ path: pdf }], output, pages: layers });
    await rename(output, pdf);
  }
  return new Set(layers.map(({ index }) => index + 1));
};

export const drawEmoji: Aids['drawEmoji'] = async pdf => {
  const output = `${pdf}.emoji`;
  const { drawn } = await drawEmojiPictures({ inputs: [{ path: pdf }], output });
  if (drawn > 0) await rename(output, pdf);
  return { size: drawn };
};
