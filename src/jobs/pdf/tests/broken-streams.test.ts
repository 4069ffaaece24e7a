import { writeFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { job as extractJob } from '../pdf-extract/job.ts';
import { run as extract } from '../pdf-extract/run.ts';
import { job as mergeJob } from '../pdf-merge/job.ts';
import { run as merge } from '../pdf-merge/run.ts';
import { testFolder } from '../testing/folder.ts';
import { noise, PdfObjects } from '../testing/pdf-objects.ts';
import { pageTexts } from '../testing/read-pdf.ts';

const at = testFolder();

/** A page whose text is sound, with a picture whose bytes cannot be unpacked. */
async function withBrokenPicture(): Promise<string> {
  const objects = new PdfObjects();
  const packed = deflateSync(noise(2000).toString('hex'));
  packed.fill(0xff, 100, 160);
  const picture = objects.stream(
    '/Type /XObject /Subtype /Image /Width 40 /Height 100 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter [/FlateDecode]',
    packed,
  );
  const content = objects.stream('', 'q 50 0 0 50 10 10 cm /P Do Q BT /F 20 Tf 20 120 Td (Still here) Tj ET');
  const pages = objects.reserve();
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
  const page = objects.add(
    `<< /Type /Page /Parent ${pages} 0 R /MediaBox [0 0 200 200] /Contents ${content} 0 R /Resources << /Font << /F ${font} >> /XObject << /P ${picture} 0 R >> >> >>`,
  );
  objects.set(pages, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`);
  const path = at('broken-picture.pdf');
  await writeFile(path, objects.file(`/Root ${objects.add(`<< /Type /Catalog /Pages ${pages} 0 R >>`)} 0 R`));
  return path;
}

it('copies streams that cannot be decompressed unchanged, and reports the damage', async () => {
  const path = await withBrokenPicture();
  await using one = await runJob(extractJob, extract, path, { pages: '1' });
  await using two = await runJob(mergeJob, merge, [path, path]);
  expect((await pageTexts(one.outputs[0]!.path)).map(text => text.trim())).toEqual(['Still here']);
  expect((await pageTexts(two.outputs[0]!.path)).map(text => text.trim())).toEqual([
    'Still here',
    'Still here',
  ]);
  for (const made of [one, two]) {
    expect(made.engines).toEqual(['pikepdf']);
    expect(made.outputs[0]!.metadata).toMatchObject({ repaired: true });
  }
});
