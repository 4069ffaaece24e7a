import { join } from 'node:path';
import { fitSound } from '../../../audio/fit-sound.ts';
import { makeWarning } from '../../../contract/warnings.ts';
import {
  convertMedia,
  inspectSound,
  makeInputArguments,
  makeSoundArguments,
  type Sound,
} from '../../../engines/ffmpeg/engine.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import { type FormatId, getFormat } from '../../../formats/formats.ts';
import type { Run } from '../../run.ts';
import { measureSpan } from '../span.ts';
import { makeFilters } from './filters.ts';
import type { job } from './job.ts';
import { findGain } from './normalize.ts';
import { makeTagArguments } from './tags.ts';

/** The layouts that are meant by a number of channels. */
const usualLayouts = ['mono', 'stereo', '2.1', '4.0', '5.0', '5.1', '6.1', '7.1'];
/** How much of the progress finding the gain takes. */
const gainShare = 0.5;

type Options = Parameters<Run<typeof job>>[0]['options'];

export const run: Run<typeof job> = async ({ inputs: [input], options, dir, progress, begin, measure }) => {
  const format = options.outputFormat as FormatId;
  const sound = await inspectSound(input, dir, options.track);
  const seconds = measureSpan(options, sound.seconds) / (options.speed ?? 1);
  await measure({ mediaSeconds: seconds });
  begin({ mediaSecond: Math.max(sound.seconds, seconds) });

  const channels = options.channels ?? sound.channels;
  const layout = channels === sound.channels ? sound.layout : usualLayouts[channels - 1]!;
  const written = fitSound(format, { rate: chooseRate(options, sound), channels, layout });
  const filters = makeFilters(options, sound, written, seconds);
  const [from, share] = options.loudness === undefined ? [0, 1] : [gainShare, 1 - gainShare];
  const gain =
    options.loudness === undefined
      ? []
      : await findGain(input, options.loudness, {
          ...{ stream: sound.stream, filters, dir },
          progress: fraction => progress(98 * gainShare * fraction),
        });

  const extension = getFormat(format).extensions[0];
  const path = join(dir, `sound.${extension}`);
  const tags = makeTagArguments(options.keepMetadata ?? true, input.format, sound, format);
  const { isDamaged, seconds: made } = await convertMedia({
    dir,
    args: [
      ...makeInputArguments(input),
      ...['-map', `0:${sound.stream}`, ...tags.maps, '-sn', '-dn', ...tags.settings],
      ...['-af', [...filters, ...gain].join(',')],
      ...makeSoundArguments(format, { ...written, depth: sound.depth }, options),
      ...['-y', `file:${path}`],
    ],
    seconds,
    progress: fraction => progress(98 * (from + share * fraction)),
  });
  return {
    outputs: [
      {
        path,
        filename: makeOutputName(input.filename, `.${extension}`),
        format,
        metadata: {
          seconds: Math.round(1000 * made) / 1000,
          sampleRate: written.rate,
          channels: written.channels,
          ...(sound.tracks > 1 && { track: sound.track, tracks: sound.tracks }),
        },
      },
    ],
    engines: ['ffmpeg'],
    warnings: [
      ...(isDamaged ? [{ code: 'damaged_input' as const }] : []),
      ...(sound.tracks > 1 && options.track === undefined ? [makeWarning('other_tracks')] : []),
      ...(tags.losesCover ? [{ code: 'content_dropped' as const }] : []),
    ],
  };
};

/** Vorbis has no bit rates at higher sample rates. */
const highestVorbisWithBitrate = 48_000;

/** Chooses the sample rate, before it is fitted to the format. */
function chooseRate({ outputFormat, sampleRate, bitrate }: Options, { rate }: Sound): number {
  if (sampleRate !== undefined) return sampleRate;
  return outputFormat === 'ogg' && bitrate ? Math.min(rate, highestVorbisWithBitrate) : rate;
}
