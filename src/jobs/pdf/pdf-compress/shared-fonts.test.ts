import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { difference, drawnPage } from '../testing/drawn.ts';
import { testFolder } from '../testing/folder.ts';
import { PdfObjects } from '../testing/pdf-objects.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();

it('keeps letters of a font whose program another font shares, though it alone is cut down by its codes', async () => {
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
