import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import type { JobFailure } from '../../../contract/failure.ts';
import { tellJobFailure } from '../../../contract/tell-failure.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { makeTable } from '../testing/make-table.ts';
import { makeText } from '../testing/make-text.ts';
import { check, outline } from '../testing/read-pdf.ts';
import { alignWords } from './align.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
const vocabulary =
  'agreement between landlord tenant concerning premises rent payable monthly termination notice obligations insurance maintenance repairs deposit interest parties arbitration jurisdiction'.split(
    ' ',
  );
/** A text in which no sequence of words is repeated. */
const paragraphs = Array.from({ length: 24 }, (_, row) =>
  Array.from({ length: 60 }, (_, column) =>
    column % 9 === 4
      ? `clause${row}x${column}`
      : vocabulary[(row * 7 + column * (row + 3)) % vocabulary.length]!,
  ).join(' '),
);
const edited = paragraphs.map((paragraph, row) =>
  row === 3
    ? paragraph.replace('clause3x13', 'amendment')
    : row === 11
      ? paragraph.replace('clause11x22 ', '')
      : row === 20
        ? paragraph.replace('clause20x31', 'clause20x31 immediately')
        : paragraph,
);
const wide = { font: 'Times-Roman', size: 11, letters: 90, lines: 45, head: 'Lease of the premises' };
const narrow = { font: 'Courier', size: 10, letters: 61, lines: 38, head: 'Lease of the premises' };

let old: string;
let reset: string;
beforeAll(async () => {
  old = await makeText(at('old.pdf'), paragraphs, wide);
  reset = await makeText(at('new.pdf'), edited, narrow);
});

interface Report {
  pages: { old?: number; new?: number }[];
  changes?: { kind: string; old?: Side; new?: Side }[];
  areas?: { old: number; x: number; y: number; width: number; height: number }[];
}
interface Side {
  text: string;
  boxes: { page: number; x: number; y: number; width: number; height: number }[];
}

async function compare(files: [string, string], options: Record<string, unknown> = {}): Promise<Report> {
  await using made = await runJob(job, run, files, options);
  return JSON.parse(await readFile(made.outputs[0]!.path, 'utf8'));
}

const summarize = ({ changes }: Report) =>
  changes!.map(({ kind, old: gone, new: come }) => [kind, gone?.text, come?.text]);

describe('pdf-compare', () => {
  it('finds each edit and nothing else in a text with other lines, pages and fonts', async () => {
    const report = await compare([old, reset]);
    expect(summarize(report)).toEqual([
      ['changed', 'clause3x13', 'amendment'],
      ['removed', 'clause11x22', undefined],
      ['added', undefined, 'immediately'],
    ]);
    // The box is where another reader finds the word.
    const { page, x, y } = report.changes![0]!.new!.boxes[0]!;
    const words = execFileSync('pdftotext', [
      '-bbox',
      '-f',
      `${page}`,
      '-l',
      `${page}`,
      reset,
      '-',
    ]).toString();
    const [, left, top] = /xMin="(\S+)" yMin="(\S+)"[^>]*>amendment</.exec(words)!;
    expect([Math.abs(x - Number(left)) < 2, Math.abs(y - Number(top)) < 4]).toEqual([true, true]);
    expect((await compare([old, old])).changes).toEqual([]);
  });

  it('reports changes on pages that have nothing but lines which differ in numbers', async () => {
    const tickets = (name: string, numbers: number[]) =>
      makePdf(at(name), { pages: numbers.map(number => ({ text: `Ticket ${number}` })) });
    const files: [string, string] = [
      await tickets('tickets.pdf', [11, 12, 13, 14]),
      await tickets('other.pdf', [11, 12, 93, 14]),
    ];
    expect(summarize(await compare(files))).toEqual([['changed', '13', '93']]);
  });

  it('reports words in the middle of a page that match the running head', async () => {
    const repeated = paragraphs.with(3, `${paragraphs[3]} ${wide.head}`);
    const report = await compare([old, await makeText(at('repeated.pdf'), repeated, wide)]);
    expect(summarize(report)).toEqual([['added', undefined, wide.head]]);
  });

  it('reads tables cell by cell, whatever the widths of their columns, and their repeated heads once', async () => {
    const rows = paragraphs
      .slice(0, 12)
      .map((paragraph, row) => [
        `Item ${row}`,
        ...[0, 120].map(from => paragraph.slice(from, from + 110).trim()),
      ]);
    const table = [['Number', 'Duties', 'Remarks'], ...rows];
    const first = await makeTable(at('table.pdf'), table, { widths: [60, 150, 280], perPage: 5 });
    const now = table.with(7, table[7]!.with(1, `${table[7]![1]} amendment`));
    const second = await makeTable(at('table-2.pdf'), now, { widths: [100, 240, 150], perPage: 6 });
    expect(summarize(await compare([first, second]))).toEqual([['added', undefined, 'amendment']]);
  });

  it('reports no clauses that begin with the same words at the top of several pages', async () => {
    const clauses = paragraphs
      .slice(0, 3)
      .flatMap((paragraph, index) => [
        `${index + 4}.1 The tenant keeps the premises in good repair`,
        paragraph.slice(0, 4.5 * wide.letters),
      ]);
    // Each clause and its five lines of text fill a page.
    const first = await makeText(at('clauses.pdf'), clauses, { ...wide, lines: 6 });
    expect((await compare([first, await makeText(at('clauses-2.pdf'), clauses, narrow)])).changes).toEqual(
      [],
    );
  });

  it('reports moved paragraphs, changed running heads and added pages', async () => {
    const [first, ...others] = paragraphs;
    const moved = await makeText(at('moved.pdf'), [...others, first!], {
      ...wide,
      head: 'Lease of the garden',
    });
    const report = await compare([old, moved]);
    expect(report.changes!.map(({ kind }) => kind)).toEqual(['moved', 'changed']);
    expect(report.changes![0]!.old!.text).toBe(first);
    expect(summarize(report)[1]).toEqual(['changed', wide.head, 'Lease of the garden']);
    execFileSync('qpdf', [old, '--pages', old, '1', reset, '1', old, '2-z', '--', at('more.pdf')]);
    const { pages } = await compare([old, at('more.pdf')]);
    expect(pages.slice(0, 3)).toEqual([{ old: 1, new: 1 }, { new: 2 }, { old: 2, new: 3 }]);
  });

  it('ignores spaces, case and numbers on request', async () => {
    const one = await makePdf(at('one.pdf'), { pages: [{ text: 'Data base of 12 HOUSES today' }] });
    const two = await makePdf(at('two.pdf'), { pages: [{ text: 'Database of 1,234 houses today' }] });
    expect((await compare([one, two])).changes!.length).toBeGreaterThan(0);
    expect((await compare([one, two], { ignore: ['whitespace', 'case', 'numbers'] })).changes).toEqual([]);
  });

  it('shows both versions side by side with transparent marks', async () => {
    await using made = await runJob(job, run, [old, reset], { outputFormat: 'pdf' });
    const { path, filename, metadata } = made.outputs[0]!;
    await check(path);
    expect(filename).toBe('new-compared.pdf');
    expect(metadata).toMatchObject({ changes: 3 });
    expect((await outline(path)).length).toBeGreaterThan(0);
    const text = execFileSync('pdftotext', [path, '-']).toString();
    expect([text.includes('clause3x13'), text.includes('amendment')]).toEqual([true, true]);
    const png = execFileSync('pdftoppm', ['-png', '-r', '40', '-singlefile', path], { maxBuffer: 1 << 26 });
    const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const marks = { left: 0, right: 0 };
    for (let pixel = 0; pixel < data.length / 3; pixel++) {
      const [red, green] = [data[3 * pixel]!, data[3 * pixel + 1]!];
      const side = pixel % info.width < info.width / 2 ? 'left' : 'right';
      if (side === 'left' ? red > green + 40 : green > red + 40) marks[side]++;
    }
    expect([marks.left > 10, marks.right > 10]).toEqual([true, true]);
  });

  it('compares appearance, and draws the pages that differ', async () => {
    const samples = Buffer.alloc(12 * 12 * 3, 0x30);
    const picture = { width: 12, height: 12, samples, shown: [90, 60] as [number, number] };
    const pages = [{ text: 'same words' }, { text: 'same words, next page' }];
    const plain = await makePdf(at('plain.pdf'), { pages });
    const drawn = await makePdf(at('drawn.pdf'), { pages, picture });
    const { changes, areas } = await compare([plain, drawn], { mode: 'both' });
    expect(changes).toEqual([]);
    expect(areas!.length).toBe(1);
    const { x, y, width, height } = areas![0]!;
    for (const [found, expected] of [
      [x, 100],
      [y, 842 - 260],
      [width, 90],
      [height, 60],
    ] as const)
      expect(Math.abs(found - expected)).toBeLessThan(15);
    await using made = await runJob(job, run, [plain, drawn], { outputFormat: 'png' });
    expect(made.outputs.map(({ filename }) => filename)).toEqual(['drawn-1.png']);
    expect(made.outputs[0]!.metadata).toMatchObject({ oldPage: 1, newPage: 1, areas: 1 });
  });

  it('names the file and its role if it cannot be read', async () => {
    const broken = at('broken.pdf');
    await writeFile(broken, '%PDF-1.7\nnothing');
    const failure = await compare([old, broken]).catch((error: unknown) => error as JobFailure);
    expect(tellJobFailure(failure as JobFailure, {}, ['a.pdf', 'b.pdf']).message).toMatch(
      /^b\.pdf \(new\) cannot be read/,
    );
  });

  it('aligns long texts, similar or not, in bounded time', () => {
    const long = Int32Array.from({ length: 60_000 }, (_, index) => (index * 7919) % 20_011);
    const changed = long.slice();
    for (let index = 500; index < changed.length; index += 1000) changed[index] = -index;
    expect(alignWords(long, changed).filter(match => match < 0).length).toBe(60);
    const other = long.map(value => value + 1_000_000);
    expect(alignWords(long, other).every(match => match === -1)).toBe(true);
    const zeros = new Int32Array(20_000);
    expect(alignWords(zeros, new Int32Array(20_500)).every(match => match >= 0)).toBe(true);
  });

  it('scales down pages of the maximum size side by side', async () => {
    const [one, other] = await Promise.all(
      ['alpha', 'beta'].map(async text => {
        const path = await makePdf(at(`${text}.pdf`), { pages: [{ text }] });
        const large = (await readFile(path, 'latin1')).replace(
          /\/MediaBox ?\[[^\]]*\]/,
          '/MediaBox [0 0 14400 9000]',
        );
        await writeFile(path, large, 'latin1');
        return path;
      }),
    );
    await using made = await runJob(job, run, [one!, other!], { outputFormat: 'pdf' });
    const { path } = made.outputs[0]!;
    await check(path);
    expect(execFileSync('pdfinfo', [path], { encoding: 'utf8' })).toMatch(/Page size: +14400 x 449\d/);
  });
});
