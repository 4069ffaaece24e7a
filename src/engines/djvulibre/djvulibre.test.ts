import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addWords } from '../pikepdf/aids.ts';
import { convert } from './convert.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-djvu-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('converts a DjVu document to a PDF with its pages and words, and to text', async () => {
  const place = (name: string) => join(dir, name);
  const pages = [1, 2].map(number => {
    // A black square on a white page of 100 by 50 pixels, as a bitmap of ones and zeros.
    const rows = Array.from(
      { length: 50 },
      (_, y) => (y < 20 ? '1'.repeat(20) : '0'.repeat(20)) + '0'.repeat(80),
    );
    writeFileSync(place('page.pbm'), `P1\n100 50\n${rows.join('\n')}\n`);
    execFileSync('cjb2', [place('page.pbm'), place(`${number}.djvu`)]);
    return place(`${number}.djvu`);
  });
  execFileSync('djvm', ['-c', place('book.djvu'), ...pages]);
  writeFileSync(
    place('words'),
    '(page 0 0 100 50 (line 0 30 100 50 (word 0 30 20 50 "\\"Squ\\303\\244re") (word 30 30 50 50 "box")))\n',
  );
  execFileSync('djvused', [place('book.djvu'), '-e', `select 1; set-txt ${place('words')}; save`]);
  const make = async (to: 'pdf' | 'txt', input = place('book.djvu')) => {
    const output = place(`out.${to}`);
    const [made] = await convert({
      ...{ from: 'djvu', to, input, output, stem: 'book', dir, last: true, options: {} },
      aids: { addWords },
      progress() {},
    });
    return made!;
  };
  const { path } = await make('pdf');
  expect(execFileSync('pdfinfo', [path], { encoding: 'utf8' })).toMatch(/Pages: +2\n/);
  // A page of 100 by 50 pixels at 300 dpi is 24 by 12 points large.
  const boxes = execFileSync('pdftotext', ['-bbox', path, '-'], { encoding: 'utf8' });
  expect(
    [...boxes.matchAll(/xMin="([\d.]+)".*xMax="([\d.]+)".*>(.*)<\/word>/g)].map(([, from, to, word]) => [
      Math.round(Number(from)),
      Math.round(Number(to)),
      word,
    ]),
  ).toEqual([
    [0, 5, '&quot;Squäre'],
    [7, 12, 'box'],
  ]);
  expect(readFileSync((await make('txt')).path, 'utf8')).toBe('"Squäre box\n');
  expect((await make('txt', pages[1]!)).warnings).toEqual(['no_text_layer']);
  writeFileSync(place('broken.djvu'), 'AT&TFORM\0\0\0\x08DJVUnone');
  await expect(make('pdf', place('broken.djvu'))).rejects.toMatchObject({ id: 'unreadable_input' });
});
