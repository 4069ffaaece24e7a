import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { difference, drawnPage } from '../testing/drawn.ts';
import { testFolder } from '../testing/folder.ts';
import { PdfObjects } from '../testing/pdf-objects.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();

it('keeps glyphs of a font program that two fonts share if only one of them is subset by its codes', async () => {
  const objects = new PdfObjects();
  const program = await readFile('/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf');
  const file = objects.stream(`/Length1 ${program.length}`, program);
  const descriptor = objects.add(
    `<< /Type /FontDescriptor /FontName /DejaVuSans /Flags 32 /FontBBox [-1021 -463 1793 1232] /ItalicAngle 0 /Ascent 928 /Descent -236 /CapHeight 729 /StemV 80 /FontFile2 ${file} 0 R >>`,
  );
  const plain = `<< /Type /Font /Subtype /TrueType /BaseFont /DejaVuSans /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126 /Widths [${Array(95).fill(650).join(' ')}] /FontDescriptor ${descriptor} 0 R >>`;
  const composite = objects.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /DejaVuSans /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /DejaVuSans /CIDToGIDMap /Identity /DW 600 /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R >>] >>`,
  );
  const content = objects.stream(
    '',
    'BT /F0 40 Tf 20 120 Td (Plus minus) Tj /F1 40 Tf 0 -60 Td <00240025> Tj ET',
  );
  const pages = objects.reserve();
  const page = objects.add(
    `<< /Type /Page /Parent ${pages} 0 R /MediaBox [0 0 400 200] /Contents ${content} 0 R /Resources << /Font << /F0 ${plain} /F1 ${composite} 0 R >> >> >>`,
  );
  objects.set(pages, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`);
  const path = at('shared-font.pdf');
  await writeFile(path, objects.file(`/Root ${objects.add(`<< /Type /Catalog /Pages ${pages} 0 R >>`)} 0 R`));
  await using made = await runJob(job, run, path);
  expect(difference(await drawnPage(path), await drawnPage(made.outputs[0]!.path))).toBeLessThan(0.01);
});

/** A page that shows a text in a Type 1 font with the font program's own encoding. */
async function drawWithType1(name: string, program: Buffer, shown: string): Promise<string> {
  const objects = new PdfObjects();
  const file = objects.stream(`/Length1 1 /Length2 1 /Length3 0`, program);
  const descriptor = objects.add(
    `<< /Type /FontDescriptor /FontName /Nimbus /Flags 4 /FontBBox [-168 -281 1000 924] /ItalicAngle 0 /Ascent 924 /Descent -281 /CapHeight 662 /StemV 85 /FontFile ${file} 0 R >>`,
  );
  const font = objects.add(
    `<< /Type /Font /Subtype /Type1 /BaseFont /Nimbus /FirstChar 65 /LastChar 66 /Widths [722 722] /FontDescriptor ${descriptor} 0 R >>`,
  );
  const content = objects.stream('', `BT /F0 80 Tf 20 60 Td (${shown}) Tj ET`);
  const pages = objects.reserve();
  const page = objects.add(
    `<< /Type /Page /Parent ${pages} 0 R /MediaBox [0 0 200 200] /Contents ${content} 0 R /Resources << /Font << /F0 ${font} 0 R >> >> >>`,
  );
  objects.set(pages, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`);
  await writeFile(
    at(name),
    objects.file(`/Root ${objects.add(`<< /Type /Catalog /Pages ${pages} 0 R >>`)} 0 R`),
  );
  return at(name);
}

const readNimbus = async () =>
  (await readFile('/usr/share/fonts/type1/urw-base35/NimbusRoman-Regular.t1')).toString('latin1');

it('keeps a Type 1 glyph shown by two codes under both', async () => {
  const twice = (await readNimbus()).replace(
    '/Encoding StandardEncoding def',
    '/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\ndup 65 /Adieresis put\ndup 66 /Adieresis put\nreadonly def',
  );
  const path = await drawWithType1('two-codes.pdf', Buffer.from(twice, 'latin1'), 'AB');
  await using made = await runJob(job, run, path);
  const compressed = await readFile(made.outputs[0]!.path);
  expect(compressed.length).toBeLessThan((await readFile(path)).length * 0.7);
  const [before, after] = [await drawnPage(path), await drawnPage(made.outputs[0]!.path)];
  expect(before.grey.some(pixel => pixel < 100)).toBe(true);
  expect(difference(before, after)).toBeLessThan(0.01);
});

it('leaves a Type 1 font alone whose program is endless or needs too much memory', async () => {
  for (const bomb of ['0 1 2000000000 {} for', '4000000000 array']) {
    const program = (await readNimbus()).replace('/Encoding', `${bomb} /Encoding`);
    const path = await drawWithType1('bomb.pdf', Buffer.from(program, 'latin1'), 'AB');
    await using made = await runJob(job, run, path);
    expect((await readFile(made.outputs[0]!.path)).length, bomb).toBeGreaterThan(120_000);
  }
});
