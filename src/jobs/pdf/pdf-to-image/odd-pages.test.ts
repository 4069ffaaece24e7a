import { writeFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { makeWarning } from '../../../contract/warnings.ts';
import { testFolder } from '../testing/folder.ts';
import { PdfObjects } from '../testing/pdf-objects.ts';
import { makePictureInForm } from '../testing/picture-in-form.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();

/** A page of 100 units: red, blue in its upper right quarter. */
function onePage(entries: string): Buffer {
  const objects = new PdfObjects();
  const [catalog, tree] = [objects.reserve(), objects.reserve()];
  const content = objects.stream('', '1 0 0 rg 0 0 100 100 re f 0 0 1 rg 50 50 50 50 re f');
  const page = objects.add(
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 100 100] /Contents ${content} 0 R ${entries} >>`,
  );
  objects.set(tree, `<< /Type /Pages /Count 1 /Kids [${page} 0 R] >>`);
  objects.set(catalog, `<< /Type /Catalog /Pages ${tree} 0 R >>`);
  return objects.file(`/Root ${catalog} 0 R`);
}

async function drawn(name: string, bytes: Buffer) {
  await writeFile(at(name), bytes);
  await using made = await runJob(job, run, at(name), { dpi: 72 });
  const { data, info } = await sharp(made.outputs[0]!.path)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colour = (x: number, y: number) => {
    const start = 3 * (Math.floor(y * info.height) * info.width + Math.floor(x * info.width));
    return [...data.subarray(start, start + 3)];
  };
  return { width: info.width, height: info.height, upperRight: colour(0.75, 0.25), rest: colour(0.25, 0.75) };
}

describe('pdf-to-image of unusual pages', () => {
  const [red, blue] = [
    [255, 0, 0],
    [0, 0, 255],
  ];

  it('applies the user unit of a page', async () => {
    expect(await drawn('units.pdf', onePage('/UserUnit 2.5'))).toEqual({
      width: 250,
      height: 250,
      upperRight: blue,
      rest: red,
    });
  });

  it('draws line annotations without an appearance', async () => {
    const line = '/Subtype /Line /F 4 /Rect [10 10 40 40] /L [10 25 40 25] /C [0 1 0] /BS << /W 10 >>';
    const page = onePage(`/Annots [<< /Type /Annot ${line} >>]`);
    expect(await drawn('line.pdf', page)).toMatchObject({ upperRight: blue, rest: [0, 255, 0] });
  });

  it('warns of a picture that cannot be decoded, and of none that can', async () => {
    const warningsOf = async (filter: string, bytes: Buffer) => {
      await writeFile(at('picture.pdf'), makePictureInForm(filter, bytes));
      await using made = await runJob(job, run, at('picture.pdf'), { dpi: 72 });
      return made.warnings;
    };
    const lost = [makeWarning('pictures_unreadable')];
    expect(await warningsOf('JBIG2Decode', Buffer.from('no such picture'))).toEqual(lost);
    expect(await warningsOf('FlateDecode', deflateSync(Buffer.alloc(200, 255)))).toEqual([]);
  });

  it('visits forms that refer to each other only once', async () => {
    const objects = new PdfObjects();
    const [catalog, tree] = [objects.reserve(), objects.reserve()];
    const first = 3;
    const named = Array.from({ length: 60 }, (_, index) => `/F${index} ${first + index} 0 R`).join(' ');
    const resources = `/Resources << /Font << /H << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> /XObject << ${named} >> >>`;
    for (let index = 0; index < 60; index++)
      objects.stream(
        `/Type /XObject /Subtype /Form /BBox [0 0 100 100] ${resources}`,
        '1 0 0 rg 0 0 100 100 re f',
      );
    const content = objects.stream('', '/F0 Do');
    const page = objects.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 100 100] /Contents ${content} 0 R ${resources} >>`,
    );
    objects.set(tree, `<< /Type /Pages /Count 1 /Kids [${page} 0 R] >>`);
    objects.set(catalog, `<< /Type /Catalog /Pages ${tree} 0 R >>`);
    const { rest } = await drawn('forms.pdf', objects.file(`/Root ${catalog} 0 R`));
    expect(rest).toEqual(red);
  });

  it('reads objects of hybrid-reference files', async () => {
    const plain = onePage('').toString('latin1');
    const content = plain.indexOf('3 0 obj');
    const table = plain.indexOf('xref\n');
    // Only a cross-reference stream named by the trailer gives the content's offset.
    const place = Buffer.alloc(5);
    place[0] = 1;
    place.writeUInt32BE(content, 1);
    const stream = `5 0 obj\n<< /Type /XRef /Size 6 /W [1 4 0] /Index [3 1] /Root 1 0 R /Length 5 >>\nstream\n${place.toString('latin1')}\nendstream\nendobj\n`;
    const tableText = plain.slice(table).replace(/^(xref\n0 5\n(?:.*\n){3}).*\n/, '$10000000000 65535 f \n');
    const hybrid = `${plain.slice(0, table)}${stream}${tableText}`
      .replace('/Size 5', `/Size 6 /XRefStm ${table}`)
      .replace(/startxref\n\d+/, `startxref\n${table + stream.length}`);
    expect(await drawn('hybrid.pdf', Buffer.from(hybrid, 'latin1'))).toEqual({
      width: 100,
      height: 100,
      upperRight: blue,
      rest: red,
    });
  });
});
