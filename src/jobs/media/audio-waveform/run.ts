import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import { decodeSound, inspectSound } from '../../../engines/ffmpeg/engine.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import type { FormatId } from '../../../formats/formats.ts';
import type { Run } from '../../run.ts';
import { drawSvg, writePeaks } from './draw.ts';
import type { job } from './job.ts';
import { findPeaks } from './peaks.ts';

const usualSamplesPerPixel = 256;
/** A file of more values than this is of no use to a page. */
const maxValues = 20_000_000;

export const run: Run<typeof job> = async ({ inputs: [input], options, dir, progress, begin, measure }) => {
  const format = (options.outputFormat ?? 'png') as FormatId;
  const { width = 1200, height = 200, color = '#3366cc', background } = options;
  const sound = await inspectSound(input, dir);
  await measure({ mediaSeconds: sound.seconds });
  begin({ mediaSecond: sound.seconds });
  const frames = Math.max(1, Math.round(sound.seconds * sound.rate));
  const samplesPerPixel =
    format === 'json' ? (options.samplesPerPixel ?? usualSamplesPerPixel) : Math.ceil(frames / width);
  if (frames / samplesPerPixel > maxValues)
    throw new JobFailure('limit_exceeded', `${frames / samplesPerPixel} values`);
  const decoded = decodeSound(input, sound, { dir, channels: 1, keepsFullScale: true });
  const peaks = await findPeaks(decoded, samplesPerPixel, count =>
    progress((95 * count) / Math.max(count, frames)),
  );

  const path = join(dir, `waveform.${format}`);
  if (format === 'json') await writeFile(path, writePeaks(peaks, sound.rate, samplesPerPixel));
  else {
    const svg = drawSvg(peaks, { width, height, color, ...(background && { background }) });
    if (format === 'svg') await writeFile(path, svg);
    else {
      const { sharp } = await import('../../../engines/sharp/engine.ts');
      await sharp(Buffer.from(svg), { unlimited: true }).png().toFile(path);
    }
  }
  const seconds = Math.round((1000 * peaks.samples) / sound.rate) / 1000;
  return {
    outputs: [
      {
        path,
        filename: makeOutputName(input.filename, `.${format}`),
        format,
        metadata: { seconds, ...(format === 'json' ? { samplesPerPixel } : { width, height }) },
      },
    ],
    engines: format === 'png' ? ['ffmpeg', 'sharp'] : ['ffmpeg'],
  };
};
