import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runsAll } from '../../../tests/support/needs.ts';
import { convert } from './convert.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-formulas-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

interface Word {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

async function printed(body: string): Promise<{ words: Map<string, Word>; text: string; pdf: string }> {
  const input = join(dir, 'page.htm');
  writeFileSync(input, `<!DOCTYPE html><meta charset="utf-8"><title>t</title>${body}`);
  const pdf = join(dir, 'page.pdf');
  const request = {
    from: 'html' as const,
    to: 'pdf' as const,
    input,
    output: pdf,
    stem: 'page',
    dir,
    last: true,
  };
  await convert({ ...request, options: {}, progress() {} });
  const tool = (...args: string[]) => execFileSync('pdftotext', [...args, pdf, '-'], { encoding: 'utf8' });
  const words = new Map(
    [...tool('-bbox').matchAll(/<word([^>]*)>(.*)<\/word>/g)].map(([, box, word]) => {
      const [left, top, right, bottom] = [...box!.matchAll(/"([\d.]+)"/g)].map(each => Number(each[1]));
      return [word!, { left: left!, top: top!, right: right!, bottom: bottom! }];
    }),
  );
  return { words, text: tool(), pdf };
}
const middle = ({ top, bottom }: Word): number => (top + bottom) / 2;

test('sets fractions, superscripts, subscripts and limits of a formula in place', async () => {
  const { words } = await printed(`<p>before <math><mfrac><mi>p</mi><mi>q</mi></mfrac></math> after</p>
    <math display="block"><munderover><mo>∑</mo><mi>from</mi><mi>until</mi></munderover><msubsup><mi>base</mi><mi>low</mi><mi>high</mi></msubsup></math>`);
  const at = (word: string) => words.get(word)!;
  expect(middle(at('p'))).toBeLessThan(middle(at('before')));
  expect(middle(at('q'))).toBeGreaterThan(middle(at('before')));
  expect(at('before').right).toBeLessThan(at('p').left);
  expect(at('after').left).toBeGreaterThan(at('q').right);
  expect(middle(at('until'))).toBeLessThan(middle(at('from')) - 20);
  expect(Math.abs(at('until').left + at('until').right - at('from').left - at('from').right)).toBeLessThan(2);
  expect(middle(at('high'))).toBeLessThan(middle(at('base')));
  expect(middle(at('low'))).toBeGreaterThan(middle(at('base')));
  expect(at('high').bottom - at('high').top).toBeLessThan((at('base').bottom - at('base').top) * 0.8);
});

/** Measures the height of the dark part left of a word, in points. */
function signBefore(pdf: string, word: Word): number {
  const scale = 4;
  const image = execFileSync('pdftoppm', ['-r', String(72 * scale), '-gray', '-singlefile', pdf], {
    maxBuffer: 1e9,
  });
  const [, width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(image.toString('latin1', 0, 40))!.map(Number);
  const pixels = image.subarray(image.length - width! * height!);
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (let y = 0; y < height!; y++)
    for (let x = Math.round((word.left - 12) * scale); x < Math.round((word.left - 1) * scale); x++)
      if (pixels[y * width! + x]! < 128) [first, last] = [Math.min(first, y), Math.max(last, y)];
  return (last - first) / scale;
}

test.runIf(runsAll)('brackets are as tall as the rows they enclose', async () => {
  const rows = (count: number) =>
    `<math display="block"><mrow><mo>(</mo><mtable>${Array.from({ length: count }, (_, index) => `<mtr><mtd><mi>row${index}</mi></mtd></mtr>`).join('')}</mtable><mo>)</mo></mrow></math>`;
  const heights: number[] = [];
  for (const count of [2, 4, 10]) {
    const { words, pdf } = await printed(rows(count));
    const [first, last] = [words.get('row0')!, words.get(`row${count - 1}`)!];
    heights.push(signBefore(pdf, first));
    expect(heights.at(-1)).toBeGreaterThan((middle(last) - middle(first)) * 0.95);
  }
  expect(heights[1]).toBeGreaterThan(heights[0]! * 1.5);
  expect(heights[2]).toBeGreaterThan(heights[1]! * 2);
});

test('prints a broken, empty or endless formula as plain text, and the rest of the page normally', async () => {
  const deep = `${'<msqrt>'.repeat(400)}<mi>inmost</mi>${'</msqrt>'.repeat(400)}`;
  const { text, words } = await printed(
    `<p>first<math>${'<mi>x</mi><mo>+</mo>'.repeat(2000)}<mi>summand</mi></math><math><mtext>${'letters '.repeat(2000)}final</mtext></math><math></math><math><mfrac></mfrac></math><math><msup><mi>alone</mi></msup></math><math>${deep}</math>
    <math><semantics><mi>shown</mi><annotation encoding="application/x-tex">unshown</annotation></semantics></math> last</p>`,
  );
  for (const word of ['first', 'summand', 'final', 'alone', 'inmost', 'shown', 'last'])
    expect(text.replace(/\s/g, '').includes(word), word).toBe(true);
  expect(text.includes('unshown')).toBe(false);
  // The letters are in lines that can be read, not in one shrunk to the width of the page.
  expect(words.get('final')!.bottom - words.get('final')!.top).toBeGreaterThan(8);
});
