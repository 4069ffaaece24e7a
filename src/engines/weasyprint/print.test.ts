import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { convert } from './convert.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-print-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const tool = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8' });

const print = async (body: string) => (await convertPage(body))[0]!;
const printed = async (body: string): Promise<string> => (await print(body)).path;

async function convertPage(body: string) {
  const input = join(dir, 'page.htm');
  writeFileSync(input, `<!DOCTYPE html><meta charset="utf-8"><title>t</title>${body}`);
  const output = join(dir, 'page.pdf');
  const request = { from: 'html' as const, to: 'pdf' as const, input, output, stem: 'page', dir, last: true };
  return convert({ ...request, options: {}, progress() {} });
}

/** Measures how much of a word's box on the page is dark. */
async function inkOf(page: Sharp, box: number[]): Promise<number> {
  const [left, top, right, bottom] = box.map(points => Math.round((points * 150) / 72));
  const { channels } = await sharp(
    await page
      .clone()
      .extract({ left: left!, top: top!, width: right! - left!, height: bottom! - top! })
      .png()
      .toBuffer(),
  ).stats();
  return 1 - channels[0]!.mean / 255;
}

test('prints every script as extractable text, with subset fonts', async () => {
  const words = ['Liberation', '日本語', '漢字', '한국어', 'हिन्दी', 'Ελλάδα', 'Кирилл', 'ไทย'];
  const pdf = await printed(words.map(word => `<p>${word}</p>`).join(''));
  const found = new Map(
    [...tool('pdftotext', '-bbox', pdf, '-').matchAll(/<word([^>]*)>(.*)<\/word>/g)].map(([, box, word]) => [
      word!,
      [...box!.matchAll(/"([\d.]+)"/g)].map(each => Number(each[1])),
    ]),
  );
  expect([...found.keys()]).toEqual(words);
  tool('pdftoppm', '-r', '150', '-gray', '-png', '-singlefile', pdf, join(dir, 'page'));
  const page = sharp(join(dir, 'page.png'));
  for (const [word, box] of found) {
    const ink = await inkOf(page, box);
    expect(ink, word).toBeGreaterThan(0.03);
    expect(ink, word).toBeLessThan(0.5);
  }
  const fonts = tool('pdffonts', pdf).trim().split('\n').slice(2);
  expect(fonts.length).toBeGreaterThan(2);
  for (const font of fonts) expect(font).toMatch(/yes +yes +yes +\d+ +\d+$/);
  // The fonts of these letters have twenty megabytes.
  expect(statSync(pdf).size).toBeLessThan(400_000);
});

test('draws shared CJK characters in the font of the text’s language', async () => {
  const fontsOf = async (text: string) => tool('pdffonts', await printed(`<p>${text}</p>`));
  expect(await fontsOf('直接です')).toContain('CJK-JP');
  expect(await fontsOf('直接 입니다')).toContain('CJK-KR');
  expect(await fontsOf('直接')).toContain('CJK-SC');
});

test('prints the values of form fields, and no line runs off the page', async () => {
  const pdf = await printed(
    `<p>Name <input value="typed in"><input type="hidden" value="unseen"> <input type="password" value="unsaid"><input type="checkbox" checked> yes <input type="checkbox"> no <select><option>first</option><option selected>second</option></select> <select><option>third</option><option>fourth</option></select></p><ol start="7"><li>item</ol><p>${'x'.repeat(900)}</p>`,
  );
  const text = tool('pdftotext', pdf, '-');
  for (const shown of ['typed in', '☑', '☐', 'second', 'third', '7.']) expect(text).toContain(shown);
  for (const hidden of ['unseen', 'unsaid', 'first', 'fourth']) expect(text).not.toContain(hidden);
  const words = [...tool('pdftotext', '-bbox', pdf, '-').matchAll(/xMax="([\d.]+)"[^>]*>(x+)</g)];
  expect(words.map(([, , word]) => word).join('')).toHaveLength(900);
  for (const [, right] of words) expect(Number(right)).toBeLessThan(595 - 50);
});

test('breaks a long paragraph without spaces into lines in time, and loses no text', async () => {
  const text = '一二三四五六七八九十'.repeat(3000);
  const word = 'abcdefghij'.repeat(2000);
  const read = tool('pdftotext', await printed(`<p>${text}</p><p>${word}</p>`), '-').replace(/\s/g, '');
  expect(read.length).toBe(text.length + word.length);
  expect(read === text + word).toBe(true);
}, 120_000);

test('fits a table wider than the paper without losing text, and limits an explicit width to the paper', async () => {
  const row = (count: number, cell: (at: number) => string) =>
    `<tr>${Array.from({ length: count }, (_, at) => `<td>${cell(at)}</td>`).join('')}</tr>`;
  const pdf = await printed(
    `<table>${row(10, at => `column${at}value`)}</table><table>${row(40, at => `c${at}ofmany`)}</table><table width="3000"><tr><td>asked</td><td align="right">end</td></tr></table>`,
  );
  const boxes = [...tool('pdftotext', '-bbox', pdf, '-').matchAll(/<word([^>]*)>(.*)<\/word>/g)].map(
    ([, box, word]) => ({ word: word!, at: [...box!.matchAll(/"([\d.]+)"/g)].map(each => Number(each[1])) }),
  );
  for (const { word, at } of boxes) expect(at[2], word).toBeLessThan(595 - 30);
  const found = (word: string) => boxes.find(each => each.word === word)!.at;
  expect(found('column9value')[3]! - found('column9value')[1]!).toBeGreaterThan(7);
  expect(boxes.reduce((sum, { word }) => sum + word.length, 0)).toBe(10 * 12 + 10 * 8 + 30 * 9 + 8);
  // The text of a table that fits is not scaled.
  expect(found('end')[3]! - found('end')[1]!).toBeGreaterThan(11);
});

test('returns warnings that name the content left out', async () => {
  expect(
    (await print('<script>document.write(1)</script><canvas></canvas><img src="logo.png">')).warnings,
  ).toEqual(['canvas_empty', 'remote_pictures', 'scripts_not_run']);
});
