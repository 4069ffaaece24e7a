import { writeFile } from 'node:fs/promises';
import { sharp } from '../../../../engines/sharp/engine.ts';

export const sentences = [
  'The quick brown fox jumps over',
  'the lazy dog near the old river',
  'bank, and 1234 sheep watch him.',
];

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A printed page: lines of text in a size of letters that suits reading, black on white. */
export function printed(lines: readonly string[] = sentences, size = 40): Promise<Buffer> {
  const width = Math.round(size * 20);
  const rows = lines.map(
    (line, at) =>
      `<text x="${size * 1.5}" y="${size * 2.5 + at * size * 1.6}" font-family="DejaVu Serif" font-size="${size}">${escaped(line)}</text>`,
  );
  const height = Math.round(size * (3 + lines.length * 1.6));
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${rows.join('')}</svg>`;
  return sharp(Buffer.from(drawing)).flatten({ background: '#fff' }).greyscale().png().toBuffer();
}

export async function printedFile(path: string, lines?: readonly string[], size?: number): Promise<string> {
  await writeFile(path, await printed(lines, size));
  return path;
}

export interface Ink {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Returns the area of an image that has ink. */
export async function inkIn(image: Buffer | string): Promise<Ink> {
  const { data, info } = await sharp(image)
    .greyscale()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const ink = { left: info.width, top: info.height, right: 0, bottom: 0 };
  for (let at = 0; at < data.length; at++) {
    if (data[at]! > 128) continue;
    const [x, y] = [at % info.width, Math.floor(at / info.width)];
    ink.left = Math.min(ink.left, x);
    ink.right = Math.max(ink.right, x);
    ink.top = Math.min(ink.top, y);
    ink.bottom = Math.max(ink.bottom, y);
  }
  return ink;
}
