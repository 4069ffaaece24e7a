import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { makeWarning } from '../../../contract/warnings.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { noise } from '../testing/pdf-objects.ts';
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

  it('warns of a picture that cannot be decoded', async () => {
    await writeFile(at('lost.pdf'), makePictureInForm('JBIG2Decode', Buffer.from('no such picture')));
    await using made = await runJob(job, run, at('lost.pdf'));
    expect(made.warnings).toEqual([makeWarning('pictures_unreadable')]);
  });
});
