import { execFileSync } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { corpusFile, hasCorpus, ownFile } from '../../../../tests/support/corpus.ts';
import { takeSome } from '../../../../tests/support/needs.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { openDocument } from '../../../engines/pdfium/engine.ts';
import { difference, drawnPage } from '../testing/drawn.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { PdfObjects, references } from '../testing/pdf-objects.ts';
import { check, fields, links, outline, pageTexts } from '../testing/read-pdf.ts';
import { sample } from '../testing/sample.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
/** A photograph-like picture: smooth shades with some grain. */
async function photograph(width: number, height: number): Promise<Buffer> {
  const samples = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const grain = ((x * 7919 + y * 104729) % 17) - 8;
      const place = (y * width + x) * 3;
      samples[place] = Math.max(0, Math.min(255, 128 + 100 * Math.sin(x / 90) + grain));
      samples[place + 1] = Math.max(0, Math.min(255, 128 + 100 * Math.cos(y / 70) + grain));
      samples[place + 2] = Math.max(0, Math.min(255, ((x + y) >> 3) & 255));
    }
  return samples;
}
/** Twenty letters in a font that is in the document whole, as careless programs write it. */
async function drawWithWholeFont(): Promise<Buffer> {
  const font = execFileSync('fc-match', ['-f', '%{file}', 'DejaVu Sans'], { encoding: 'utf8' });
  const bytes = await readFile(font);
  const document = new PdfObjects();
  const program = document.stream(`/Length1 ${bytes.length}`, bytes);
  const descriptor = document.add(
    `<< /Type /FontDescriptor /FontName /DejaVuSans /Flags 4 /FontBBox [-1021 -463 1793 1232] /ItalicAngle 0 /Ascent 928 /Descent -236 /CapHeight 729 /StemV 80 /FontFile2 ${program} 0 R >>`,
  );
  const letters = document.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /DejaVuSans /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 700 /CIDToGIDMap /Identity /FontDescriptor ${descriptor} 0 R >>`,
  );
  const face = document.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /DejaVuSans /Encoding /Identity-H /DescendantFonts [${letters} 0 R] >>`,
  );
  const codes = Array.from({ length: 20 }, (_, at) => (36 + at).toString(16).padStart(4, '0')).join('');
  const contents = document.stream('', `BT /F 24 Tf 20 100 Td <${codes}> Tj ET`);
  const pages = document.reserve();
  const page = document.add(
    `<< /Type /Page /Parent ${pages} 0 R /MediaBox [0 0 400 200] /Resources << /Font << /F ${face} 0 R >> >> /Contents ${contents} 0 R >>`,
  );
  document.set(pages, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`);
  return document.file(`/Root ${document.add(`<< /Type /Catalog /Pages ${pages} 0 R >>`)} 0 R`);
}

let samples: Buffer;
let scan: string;
beforeAll(async () => {
  samples = await photograph(1200, 1600);
  const jpeg = await sharp(samples, { raw: { width: 1200, height: 1600, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();
  scan = await makePdf(at('scan.pdf'), {
    ...sample,
    picture: { width: 1200, height: 1600, jpeg, shown: [288, 384] },
  });
});
const images = (path: string) =>
  [
    ...execFileSync('pdfimages', ['-list', path], { encoding: 'utf8' }).matchAll(
      /image +(\d+) +(\d+) +\S+ +\d +\d +(\S+)/g,
    ),
  ].map(([, width, height, encoding]) => [Number(width), Number(height), encoding]);
const drawn = (path: string) =>
  sharp(execFileSync('pdftoppm', ['-png', '-singlefile', '-r', '50', path], { maxBuffer: 1 << 26 }))
    .greyscale()
    .raw()
    .toBuffer();

describe('pdf-compress', () => {
  it('downsamples images to the resolution they are displayed at, and reports the savings', async () => {
    await using made = await runJob(job, run, scan);
    const { path, metadata } = made.outputs[0]!;
    await check(path);
    expect(images(path)).toEqual([[600, 800, 'jpeg']]);
    const [before, after] = [(await stat(scan)).size, (await stat(path)).size];
    expect(after).toBeLessThan(before / 3);
    expect(metadata).toEqual({
      pages: 5,
      originalSize: before,
      savedBytes: before - after,
      savedPercent: Math.round((1000 * (before - after)) / before) / 10,
      imagesReduced: 1,
    });
    const [a, b] = [await drawn(scan), await drawn(path)];
    expect(a.reduce((sum, value, index) => sum + Math.abs(value - b[index]!), 0) / a.length).toBeLessThan(2);
  });

  it('keeps text, bookmarks, links and fields', async () => {
    await using made = await runJob(job, run, scan, { preset: 'screen' });
    const { path } = made.outputs[0]!;
    expect(images(path)).toEqual([[288, 384, 'jpeg']]);
    for (const read of [pageTexts, outline, links, fields])
      expect(await read(path)).toEqual(await read(scan));
  });

  it('accepts resolution and quality instead of a preset', async () => {
    await using fine = await runJob(job, run, scan, { dpi: 200, quality: 95 });
    expect(images(fine.outputs[0]!.path)).toEqual([[800, 1067, 'jpeg']]);
    await expect(runJob(job, run, scan, { preset: 'ebook', dpi: 100 })).rejects.toMatchObject({
      name: 'Refusal',
    });
  });

  it('meets a target size with the best image quality that fits, and fails if that is impossible', async () => {
    const before = (await stat(scan)).size;
    for (const share of [0.6, 0.15]) {
      const targetBytes = Math.round(before * share);
      await using made = await runJob(job, run, scan, { targetBytes });
      const { path } = made.outputs[0]!;
      await check(path);
      const after = (await stat(path)).size;
      expect(after).toBeLessThanOrEqual(targetBytes);
      expect(after).toBeGreaterThan(0.9 * targetBytes);
      for (const read of [pageTexts, outline, links, fields])
        expect(await read(path)).toEqual(await read(scan));
    }
    const refusal = await runJob(job, run, scan, { targetBytes: 1000 }).catch(error => error);
    expect(refusal).toMatchObject({ id: 'pdf_target_too_small' });
    // The size that the message names is possible.
    await using smallest = await runJob(job, run, scan, { targetBytes: refusal.place });
    expect((await stat(smallest.outputs[0]!.path)).size).toBeLessThanOrEqual(refusal.place);
    await expect(runJob(job, run, scan, { targetBytes: 1000, dpi: 72 })).rejects.toMatchObject({
      name: 'Refusal',
    });
  });

  it('keeps drawings lossless and photographs small, however they were stored', async () => {
    const flat = Buffer.alloc(800 * 600 * 3, 255);
    for (let x = 100; x < 700; x++) flat.fill(0, (300 * 800 + x) * 3, (300 * 800 + x) * 3 + 3);
    const drawing = await makePdf(at('drawing.pdf'), {
      pages: [{ text: 'drawing' }],
      picture: { width: 800, height: 600, samples: flat, shown: [384, 288] },
    });
    await using made = await runJob(job, run, drawing);
    expect(images(made.outputs[0]!.path)).toEqual([[800, 600, 'image']]);
    execFileSync('pdfimages', ['-png', made.outputs[0]!.path, at('drawing')]);
    expect((await sharp(at('drawing-000.png')).raw().toBuffer()).equals(flat)).toBe(true);

    const photo = await makePdf(at('photo.pdf'), {
      pages: [{ text: 'photo' }],
      picture: { width: 1200, height: 1600, samples, shown: [576, 768] },
    });
    await using smaller = await runJob(job, run, photo);
    expect(images(smaller.outputs[0]!.path)).toEqual([[1200, 1600, 'jpeg']]);
  });

  it('merges identical images of several pages, at the resolution the largest use needs', async () => {
    const jpeg = await sharp(samples, { raw: { width: 1200, height: 1600, channels: 3 } })
      .jpeg({ quality: 95 })
      .toBuffer();
    const objects = new PdfObjects();
    const [catalog, tree] = [objects.reserve(), objects.reserve()];
    const pages = [72, 144, 288].map(width => {
      const image = objects.stream(
        '/Subtype /Image /Width 1200 /Height 1600 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode',
        jpeg,
      );
      const content = objects.stream('', `${width} 0 0 ${(width * 4) / 3} 0 0 cm /Im Do`);
      return objects.add(
        `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 300 400] /Contents ${content} 0 R /Resources << /XObject << /Im ${image} 0 R >> >> >>`,
      );
    });
    objects.set(tree, `<< /Type /Pages /Kids ${references(pages)} /Count 3 >>`);
    objects.set(catalog, `<< /Type /Catalog /Pages ${tree} 0 R >>`);
    await writeFile(at('letterhead.pdf'), objects.file(`/Root ${catalog} 0 R`));
    await using made = await runJob(job, run, at('letterhead.pdf'));
    const { path, metadata } = made.outputs[0]!;
    expect(images(path)).toEqual(Array.from({ length: 3 }, () => [600, 800, 'jpeg']));
    const json = JSON.parse(execFileSync('qpdf', ['--json=2', path], { encoding: 'utf8' }));
    const kept = Object.values(json.qpdf[1]).filter(
      object => (object as { stream?: { dict: object } }).stream?.dict['/Subtype' as never] === '/Image',
    );
    expect(kept).toHaveLength(1);
    expect(metadata).toMatchObject({ imagesReduced: 1, pages: 3 });
  });

  it('keeps grey images grey', async () => {
    const grey = await sharp(samples, { raw: { width: 1200, height: 1600, channels: 3 } })
      .greyscale()
      .toColourspace('b-w')
      .raw()
      .toBuffer();
    const file = await makePdf(at('grey.pdf'), {
      pages: [{ text: 'grey' }],
      picture: { width: 1200, height: 1600, samples: grey, space: 'DeviceGray', shown: [288, 384] },
    });
    await using made = await runJob(job, run, file);
    execFileSync('pdfimages', ['-j', made.outputs[0]!.path, at('grey')]);
    expect(await sharp(at('grey-000.jpg')).metadata()).toMatchObject({ channels: 1, width: 600 });
    const [a, b] = [await drawn(file), await drawn(made.outputs[0]!.path)];
    expect(a.reduce((sum, value, index) => sum + Math.abs(value - b[index]!), 0) / a.length).toBeLessThan(2);
  });

  it.each(['DeviceCMYK', 'DeviceCMYK /Decode [1 0 1 0 1 0 1 0]'])(
    'keeps images in %s as they are shown',
    async space => {
      const jpeg = await sharp(samples, { raw: { width: 1200, height: 1600, channels: 3 } })
        .toColourspace('cmyk')
        .jpeg({ quality: 95 })
        .toBuffer();
      const picture = { width: 1200, height: 1600, jpeg, space, shown: [288, 384] as [number, number] };
      const file = await makePdf(at('cmyk.pdf'), { pages: [{ text: 'cmyk' }], picture });
      await using made = await runJob(job, run, file);
      const { path } = made.outputs[0]!;
      expect(images(path)).toEqual([[600, 800, 'jpeg']]);
      expect((await stat(path)).size).toBeLessThan((await stat(file)).size / 3);
      expect(difference(await drawnPage(file), await drawnPage(path))).toBeLessThan(2);
    },
  );

  it('returns the input if nothing can be saved', async () => {
    await using once = await runJob(job, run, scan, { preset: 'screen' });
    execFileSync('cp', [once.outputs[0]!.path, at('once.pdf')]);
    await using twice = await runJob(job, run, at('once.pdf'), { preset: 'screen' });
    const [before, after] = [(await stat(at('once.pdf'))).size, (await stat(twice.outputs[0]!.path)).size];
    expect(after).toBeLessThanOrEqual(before);
    if (after === before) execFileSync('cmp', [at('once.pdf'), twice.outputs[0]!.path]);
  });

  it('returns a broken input if repairing it would make it larger', async () => {
    // The file has no cross-reference table, which a repair has to add.
    const page = '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj';
    const objects = `1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n${page}`;
    const broken = Buffer.from(`%PDF-1.4\n${objects}\ntrailer<</Root 1 0 R/Size 4>>`);
    await writeFile(at('broken.pdf'), broken);
    await using made = await runJob(job, run, at('broken.pdf'));
    const { path, metadata } = made.outputs[0]!;
    expect(await readFile(path)).toEqual(broken);
    expect(metadata).toMatchObject({ savedBytes: 0, originalSize: broken.length });
    expect(metadata).not.toHaveProperty('repaired');
  });

  const withFonts: [name: string, share: number][] = hasCorpus
    ? [
        ['pdf/sample-files__multicolumn.pdf', 0.35],
        ['pdf/pdf.js__basicapi.pdf', 0.2],
        ['pdf/pdf.js__structure_simple.pdf', 0.6],
      ]
    : [
        ['pdf/columns.pdf', 0.85],
        ['whole font', 0.1],
      ];
  it.each(takeSome(withFonts, 2))(
    'makes the fonts of %s smaller without a visible change',
    async (name, share) => {
      const file = name === 'whole font' ? at('whole-font.pdf') : corpusFile(name);
      if (name === 'whole font') await writeFile(file, await drawWithWholeFont());
      await using made = await runJob(job, run, file);
      const { path } = made.outputs[0]!;
      await check(path);
      expect((await stat(path)).size).toBeLessThan((await stat(file)).size * share);
      const fonts = (of: string) =>
        execFileSync('pdffonts', [of], { encoding: 'utf8' })
          .split('\n')
          .slice(2)
          .map(line => line.slice(0, 37))
          .sort();
      expect(fonts(path)).toEqual(fonts(file));
      expect(await pageTexts(path)).toEqual(await pageTexts(file));
      expect(difference(await drawnPage(file, 1, 100), await drawnPage(path, 1, 100))).toBe(0);
      // And by another library.
      const drawnByPdfium = async (of: string) => {
        const document = await openDocument(await readFile(of));
        const { data } = document.render(0, 600, 800);
        document.close();
        return Buffer.from(data);
      };
      expect((await drawnByPdfium(path)).equals(await drawnByPdfium(file))).toBe(true);
    },
  );

  const documents = [
    'pdf/format-corpus__176446.pdf',
    'pdf/sample-files__multicolumn.pdf',
    'ocr/ocrmypdf__c02-22.pdf',
    'ocr/ocrmypdf__cardinal.pdf',
  ].map(corpusFile);
  const own = ['pdf/columns.pdf', 'pdf/form.pdf'].map(ownFile);
  it.each(takeSome(hasCorpus ? documents : own, 2))(
    'is no larger than Ghostscript’s result for %s',
    async file => {
      const theirs = at('ghostscript.pdf');
      const args = ['-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', '-dPDFSETTINGS=/ebook'];
      execFileSync('gs', [...args, '-o', theirs, file], { stdio: 'ignore' });
      await using made = await runJob(job, run, file);
      expect((await stat(made.outputs[0]!.path)).size).toBeLessThanOrEqual((await stat(theirs)).size);
    },
  );
});
