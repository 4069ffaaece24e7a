import { ImageMagick, MagickFormat } from '@imagemagick/magick-wasm';
import { afterAll, describe, expect, test } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { job } from '../image-convert/job.ts';
import { run } from '../image-convert/run.ts';
import { Fixtures, faded } from '../testing/fixtures.ts';
import { difference, magickRgba, rgba } from '../testing/pixels.ts';
import { declareOpacityChannel } from './jp2-channels.ts';

const fixtures = new Fixtures();
afterAll(() => fixtures.remove());

/** Removes the channel definition box, as some programs omit it. */
function removeChannelNames(file: Buffer): Buffer {
  const [header, names] = [file.indexOf('jp2h') - 4, file.indexOf('cdef') - 4];
  const length = file.readUInt32BE(names);
  const shorter = Buffer.concat([file.subarray(0, names), file.subarray(names + length)]);
  shorter.writeUInt32BE(file.readUInt32BE(header) - length, header);
  return shorter;
}

async function made(source: Buffer): Promise<Buffer> {
  await magickRgba(source, MagickFormat.Png);
  return ImageMagick.read(source, MagickFormat.Png, image => {
    image.quality = 100;
    return image.write(MagickFormat.Jp2, data => Buffer.from(data));
  });
}

describe('JPEG 2000 with one channel more than its colours', () => {
  test.each(['rgb', 'grey'])('treats it as opacity (%s)', async kind => {
    const picture = kind === 'rgb' ? faded() : faded().toColourspace('b-w');
    const source = await picture.png().toBuffer();
    const file = await made(source);
    expect(file.indexOf('cdef')).toBeGreaterThan(0);
    const bare = removeChannelNames(file);
    await using result = await runJob(job, run, await fixtures.file(`${kind}.jp2`, bare), {
      outputFormat: 'png',
    });
    expect(difference(await rgba(result.outputs[0]!.path), await rgba(source))).toBeLessThan(1);
  });

  test('leaves files alone that declare their channels, are truncated or are not JPEG 2000', async () => {
    const file = await made(await faded().png().toBuffer());
    for (const bytes of [
      file,
      removeChannelNames(file).subarray(0, 60),
      Buffer.from('no picture'),
      Buffer.alloc(0),
    ])
      expect(declareOpacityChannel(bytes)).toBe(bytes);
  });
});
