import { around } from '../../../../documents/boxes.ts';
import { type Block, type Line, listLines, type Word } from '../page.ts';

/** The baseline and type size of a line, in pixels of the recognised image. */
export interface Setting {
  base: number;
  size: number;
}

const tall = /[\p{Lu}\p{N}bdfhklßþ]/u;
const hanging = /[gjpqyçQ,;()[\]{}|@$§µ]/;
const plainScript = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;
/** Heights of letters relative to the type size, in common typefaces. */
const ascent = 0.73;
const xHeight = 0.5;
const descent = 0.22;
/** Sizes within this factor of the usual one in their block count as the same, measured imprecisely. */
const near = 1.3;

const findMedian = (values: number[]): number | undefined => values.sort((a, b) => a - b)[values.length >> 1];

/** Returns the setting of each line of a block. PDF viewers recognise columns and paragraphs by it. */
export function findSettings(block: Block): Map<Line, Setting> {
  const lines = listLines([block]);
  const settings = new Map(lines.map(line => [line, measureSetting(line)]));
  const usual = findMedian([...settings.values()].map(({ size }) => size)) ?? 1;
  for (const setting of settings.values())
    if (setting.size < usual * near && setting.size > usual / near) setting.size = usual;
  return settings;
}

function measureSetting({ words }: Line): Setting {
  const { top, bottom } = around(words);
  const height = Math.max(4, bottom - top);
  const letters = words.filter(({ text }) => plainScript.test(text));
  if (letters.length === 0) return { base: bottom - descent * height, size: height };
  const base =
    findMedian(letters.filter(({ text }) => !hanging.test(text)).map(word => word.bottom)) ??
    bottom - descent * height;
  const measureAbove = (word: Word) => base - word.top;
  const high = findMedian(letters.filter(({ text }) => tall.test(text)).map(measureAbove));
  const size = high === undefined ? findMedian(letters.map(measureAbove))! / xHeight : high / ascent;
  return { base, size: Math.max(height * 0.6, Math.min(height * 1.6, size)) };
}
