import { describe, expect, it } from 'vitest';
import { sharp } from '../sharp/engine.ts';
import { findLines, type Pixels, readLines } from './engine.ts';

async function drawn(texts: string, turn = 0): Promise<Pixels> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="240"><rect width="100%" height="100%" fill="#fff"/><g transform="rotate(${turn} 320 120)" font-family="DejaVu Sans" font-size="28">${texts}</g></svg>`;
  const { data, info } = await sharp(Buffer.from(svg))
    .flatten({ background: '#fff' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}

const text = (characters: { text: string }[]): string => characters.map(each => each.text).join('');

describe('pp-ocr', () => {
  it('finds and reads lines, also slanted ones', async () => {
    const page = await drawn(
      '<text x="60" y="90">Invoice 2291 paid</text><text x="60" y="170">Total 40.79</text>',
      -4,
    );
    const lines = await findLines(page, 1);
    expect(lines).toHaveLength(2);
    const read = await readLines(page, lines);
    const [first, second] = lines.map((line, at) => ({ line, characters: read[at]! }));
    expect(text(first!.characters).replaceAll(' ', '')).toBe('Invoice2291paid');
    expect(text(second!.characters).replaceAll(' ', '')).toBe('Total40.79');
    expect(Math.atan2(first!.line.along.y, first!.line.along.x)).toBeCloseTo((-4 * Math.PI) / 180, 1);
    expect(first!.line.middle.y).toBeGreaterThan(60);
    expect(first!.line.middle.y).toBeLessThan(110);
    const places = first!.characters.map(({ at }) => at);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(Math.min(...first!.characters.map(({ confidence }) => confidence))).toBeGreaterThan(0.5);
  });

  it('separates words at uncertain spaces', async () => {
    const page = await drawn('<text x="30" y="70">once every two months, these bits</text>');
    const blurred = await sharp(page.data, { raw: { width: page.width, height: page.height, channels: 1 } })
      .blur(3)
      .toColourspace('b-w')
      .raw()
      .toBuffer();
    const line = { middle: { x: 290, y: 60 }, along: { x: 1, y: 0 }, length: 540, height: 42 };
    const [characters] = await readLines({ ...page, data: new Uint8Array(blurred) }, [line]);
    expect(text(characters!)).toBe('once every two months, these bits');
  });

  it('finds nothing on an empty page', async () => {
    expect(await findLines(await drawn(''), 1)).toEqual([]);
  });
});
