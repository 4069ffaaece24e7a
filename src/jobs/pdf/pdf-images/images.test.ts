import { readdir, readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { makeWarning } from '../../../contract/warnings.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { noise, PdfObjects, references } from '../testing/pdf-objects.ts';
import { makePictureInForm } from '../testing/picture-in-form.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
const samples = noise(64 * 48 * 3);
const raw = { width: 64, height: 48, channels: 3 as const };

describe('pdf-images', () => {
  it('returns a JPEG as stored, or as PNG', async () => {
    const jpeg = await sharp(samples, { raw }).jpeg().toBuffer();
    const file = await makePdf(at('photo.pdf'), {
      pages: [{ text: 'one' }, { text: 'two' }],
      picture: { width: 64, height: 48, jpeg, shown: [100, 75] },
    });
    await using made = await runJob(job, run, file);
    expect(made.outputs).toMatchObject([
      { filename: 'photo-1.jpg', format: 'jpeg', metadata: { width: 64, height: 48 } },
    ]);
    expect(await readFile(made.outputs[0]!.path)).toEqual(jpeg);
    await using png = await runJob(job, run, file, { format: 'png' });
    expect(png.outputs[0]).toMatchObject({ filename: 'photo-1.png', format: 'png' });
    expect(await sharp(png.outputs[0]!.path).metadata()).toMatchObject({ format: 'png', width: 64 });
  });

  it('returns other images as lossless PNG, and skips small ones', async () => {
    const file = await makePdf(at('drawing.pdf'), {
      pages: [{ text: 'one' }],
      picture: { width: 64, height: 48, samples, shown: [100, 75] },
    });
    await using made = await runJob(job, run, file, { minWidth: 64 });
    expect(await sharp(made.outputs[0]!.path).removeAlpha().raw().toBuffer()).toEqual(samples);
    await expect(runJob(job, run, file, { minWidth: 65 })).rejects.toMatchObject({ id: 'no_pictures' });
  });

  it('decodes only pages that have a new picture, which a ground on every page is not', async () => {
    const objects = new PdfObjects();
    const tree = objects.reserve();
    const gray = (name: string, bytes: string) =>
      objects.stream(
        `/Type /XObject /Subtype /Image /Width ${bytes.length} /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /Name /${name}`,
        bytes,
      );
    const [ground, chart] = [gray('G', 'AZ'), gray('C', 'k')];
    const pages = ['', '', '/C Do', ''].map(more => {
      const content = objects.stream('', `q 100 0 0 100 0 0 cm /G Do ${more} Q`);
      const resources = `<< /XObject << /G ${ground} 0 R /C ${chart} 0 R >> >>`;
      return objects.add(
        `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 200 200] /Contents ${content} 0 R /Resources ${resources} >>`,
      );
    });
    objects.set(tree, `<< /Type /Pages /Kids ${references(pages)} /Count 4 >>`);
    const root = objects.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`);
    await writeFile(at('slides.pdf'), objects.file(`/Root ${root} 0 R`));
    await using made = await runJob(job, run, at('slides.pdf'));
    expect(made.outputs.map(({ metadata }) => metadata)).toEqual([
      { page: 1, width: 2, height: 1 },
      { page: 3, width: 1, height: 1 },
    ]);
    const pixels = await Promise.all(
      made.outputs.map(({ path }) => sharp(path).toColourspace('b-w').raw().toBuffer()),
    );
    expect(pixels.map(String)).toEqual(['AZ', 'k']);
    const decoded = (await readdir(made.dir)).filter(name => name.startsWith('picture-'));
    expect(decoded).toHaveLength(3);
  });

  it('warns of a picture that cannot be decoded', async () => {
    await writeFile(at('lost.pdf'), makePictureInForm('JBIG2Decode', Buffer.from('no such picture')));
    await using made = await runJob(job, run, at('lost.pdf'));
    expect(made.warnings).toEqual([makeWarning('pictures_unreadable')]);
  });
});
