import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { corpusFile, hasCorpus, ownFile } from '../../../../tests/support/corpus.ts';
import { runsAll } from '../../../../tests/support/needs.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { testFolder } from '../../pdf/testing/folder.ts';
import { job } from './job.ts';
import { run } from './run.ts';
import { accuracy } from './testing/accuracy.ts';
import { inkIn, printed, printedFile, sentences } from './testing/printed.ts';
import { boxesOf, drawn, scanPdf, textOf } from './testing/scan.ts';

const at = testFolder();
const truth = sentences.join('\n');
const searchable = (file: string, options: Record<string, unknown> = {}) =>
  runJob(job, run, file, { outputFormat: 'pdf', ...options });
/** Text enough to count as a page's own. */
const ownLines = ['A page that was typed, not scanned,', 'and needs no reading by anyone at all'];
const typed = (mode = 0) =>
  ownLines.map((line, at) => `BT ${mode} Tr /F1 12 Tf 40 ${180 - at * 20} Td (${line}) Tj ET`).join(' ');

/** Returns true if the words found in a document cover the ink that its pages show. */
async function expectInPlace(path: string, page: number, near = 10): Promise<void> {
  const dpi = 144;
  const ink = await inkIn(drawn(path, page, dpi));
  const boxes = boxesOf(path, page).map(({ box }) => box.map(side => (side * dpi) / 72));
  expect(Math.abs(Math.min(...boxes.map(box => box[0]!)) - ink.left)).toBeLessThan(6);
  expect(Math.abs(Math.min(...boxes.map(box => box[1]!)) - ink.top)).toBeLessThan(near);
  expect(Math.abs(Math.max(...boxes.map(box => box[2]!)) - ink.right)).toBeLessThan(6);
  expect(Math.abs(Math.max(...boxes.map(box => box[3]!)) - ink.bottom)).toBeLessThan(near);
}

/** The compressed bytes of the first image, as they stand in the file. */
function firstStream(path: string): Buffer {
  const tell = `import pikepdf, sys\npdf = pikepdf.open(sys.argv[1])\nsys.stdout.buffer.write(next(iter(pdf.pages[0].images.values())).read_raw_bytes())`;
  return execFileSync('/usr/bin/python3', ['-c', tell, path]);
}

const expectSameStream = (before: string, after: string): void => {
  expect(firstStream(after).equals(firstStream(before))).toBe(true);
};

describe('ocr to searchable PDF', () => {
  it('adds invisible text to a scan, which looks the same', async () => {
    const page = await printed();
    const slanting = await sharp(page).rotate(2, { background: '#fff' }).png().toBuffer();
    const file = await scanPdf(at('scan.pdf'), [{ image: page }, { image: slanting, rotate: 90 }]);
    await using made = await searchable(file, { rotate: 'none', pages: '1' });
    const { path, metadata, filename } = made.outputs[0]!;
    expect(filename).toBe('scan.pdf');
    expect(metadata).toMatchObject({ pages: 1, languages: 'eng' });
    expect(accuracy(truth, textOf(path))).toBeGreaterThan(0.98);
    expect(textOf(path, 2).trim()).toBe('');
    await expectInPlace(path, 1);
    expect(drawn(path, 1, 72)).toEqual(drawn(file, 1, 72));
    expectSameStream(file, path);
    execFileSync('qpdf', ['--check', path]);
  });

  it.each(runsAll ? [0, 90, 180, 270] : [90])(
    'rotates pages upright with their text, pages rotated by %i',
    async rotate => {
      const scanned = await sharp(await printed())
        .rotate(90)
        .rotate(90)
        .rotate(2, { background: '#fff' })
        .png()
        .toBuffer();
      const file = await scanPdf(at(`turned-${rotate}.pdf`), [{ image: scanned, rotate }]);
      await using made = await searchable(file);
      const { path } = made.outputs[0]!;
      expect(accuracy(truth, textOf(path))).toBeGreaterThan(0.95);
      await expectInPlace(path, 1);
      const first = boxesOf(path).find(({ text }) => text === 'quick')!;
      const last = boxesOf(path).find(({ text }) => text === 'watch')!;
      expect(first.box[1]).toBeLessThan(last.box[1]!);
    },
  );

  it('recognises only pages without text, and returns both texts', async () => {
    const file = await scanPdf(at('mixed.pdf'), [{ content: typed() }, { image: await printed() }]);
    await using made = await searchable(file);
    const { path, metadata } = made.outputs[0]!;
    expect(metadata).toMatchObject({ pages: 2, pagesWithText: 1 });
    expect(textOf(path, 1)).toBe(textOf(file, 1));
    expect(accuracy(truth, textOf(path, 2))).toBeGreaterThan(0.98);
    await using text = await runJob(job, run, file);
    const pages = (await readFile(text.outputs[0]!.path, 'utf8')).split('\f');
    expect(accuracy(ownLines.join('\n'), pages[0]!)).toBe(1);
    expect(accuracy(truth, pages[1]!)).toBeGreaterThan(0.98);
  });

  it.runIf(runsAll)('reads a scan with a stamp, and the stamp once', async () => {
    const stamp = 'BT /F1 14 Tf 40 70 Td (Copy 7) Tj ET';
    const file = await scanPdf(at('stamp.pdf'), [{ image: await printed(), content: stamp }]);
    await using made = await searchable(file);
    const text = textOf(made.outputs[0]!.path);
    expect(accuracy(`${truth}\nCopy 7`, text)).toBeGreaterThan(0.95);
    expect(text.match(/Copy/g)).toHaveLength(1);
  });

  it.runIf(runsAll)('reads a scan with a long stamp at its edge', async () => {
    const words = 'Case 1:20-cv-01234-ABC Document 118-2 Filed 01/02/2020 Page 3 of 12 PageID 4567';
    const stamp = `BT /F1 6 Tf 60 54 Td (${words}) Tj ET`;
    const file = await scanPdf(at('filed.pdf'), [{ image: await printed(), content: stamp }]);
    await using made = await searchable(file);
    const text = textOf(made.outputs[0]!.path);
    expect(accuracy(`${truth}\n${words}`, text)).toBeGreaterThan(0.95);
    expect(text.match(/Filed/g)).toHaveLength(1);
  });

  it.runIf(runsAll)('replaces an earlier text layer on request, without doubling it', async () => {
    const file = await scanPdf(at('again.pdf'), [{ image: await printed(), content: typed(3) }]);
    await using kept = await searchable(file);
    expect(textOf(kept.outputs[0]!.path)).toBe(textOf(file));
    await using again = await searchable(file, { skipText: false });
    expect(accuracy(truth, textOf(again.outputs[0]!.path))).toBeGreaterThan(0.98);
    await using typedPage = await searchable(await scanPdf(at('typed.pdf'), [{ content: typed() }]), {
      skipText: false,
    });
    expect(accuracy(ownLines.join('\n'), textOf(typedPage.outputs[0]!.path))).toBeGreaterThan(0.95);
  });

  it('opens an encrypted document only with its password', async () => {
    const file = await scanPdf(at('plain.pdf'), [{ image: await printed(['secret words here']) }]);
    const locked = at('locked.pdf');
    execFileSync('qpdf', ['--encrypt', 'open', 'owner', '256', '--', file, locked]);
    await expect(searchable(locked)).rejects.toMatchObject({ reason: 'password_required' });
    await using made = await searchable(locked, { password: 'open' });
    expect(textOf(made.outputs[0]!.path).trim()).toBe('secret words here');
  });

  it('keeps the bytes of a photo, displayed in its orientation', async () => {
    const photo = at('photo.jpg');
    await writeFile(
      photo,
      await sharp(await printed())
        .rotate(270)
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer(),
    );
    await using made = await searchable(photo);
    const { path } = made.outputs[0]!;
    expect((await readFile(path)).includes((await readFile(photo)).subarray(-2000))).toBe(true);
    expect(accuracy(truth, textOf(path))).toBeGreaterThan(0.98);
    await expectInPlace(path, 1);
  });

  it.runIf(runsAll)('can produce PDF/A', async () => {
    await using made = await searchable(await printedFile(at('archive.png')), { pdfa: true });
    const { path, metadata } = made.outputs[0]!;
    expect(metadata).toMatchObject({ conformance: 'PDF/A-2b' });
    expect(execFileSync('pdfinfo', ['-meta', path], { encoding: 'utf8' })).toMatch(/pdfaid:part(=.|>)2/);
    expect(accuracy(truth, textOf(path))).toBeGreaterThan(0.98);
    // Ghostscript assumes a larger ascent and descent than the font declares.
    await expectInPlace(path, 1, 24);
  });

  it('fails for missing pages and unreadable documents', async () => {
    const file = await scanPdf(at('one.pdf'), [{ image: await printed(['one']) }]);
    await expect(searchable(file, { pages: '2' })).rejects.toMatchObject({ reason: 'option_mismatch' });
    await writeFile(at('broken.pdf'), '%PDF-1.4\nnothing');
    await expect(searchable(at('broken.pdf'))).rejects.toMatchObject({ reason: 'unreadable_input' });
  });

  it.runIf(runsAll)('reads a JBIG2 scan', async () => {
    const strip = hasCorpus ? at('jbig2.pdf') : ownFile('ocr/jbig2.pdf');
    // A few lines of the corpus's page: all of it takes long and shows no more.
    const cut = `import pikepdf, sys\npdf = pikepdf.open(sys.argv[1])\npdf.pages[0].mediabox = [0, 560, 612, 680]\npdf.save(sys.argv[2])`;
    if (hasCorpus)
      execFileSync('/usr/bin/python3', ['-c', cut, corpusFile('ocr/ocrmypdf__jbig2.pdf'), strip]);
    await using made = await searchable(strip);
    const { path } = made.outputs[0]!;
    expect(textOf(path)).toMatch(/[a-z]{4,} [a-z]{2,} [a-z]{3,}/);
    expectSameStream(strip, path);
  });
});
