import { join } from 'node:path';
import type { Static } from 'typebox';
import { JobFailure } from '../../../contract/failure.ts';
import {
  decodeSound,
  inspectSound,
  openEncoder,
  resampleSound,
  type Samples,
} from '../../../engines/ffmpeg/engine.ts';
import { rnnoiseRate } from '../../../engines/rnnoise/engine.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import { getFormat } from '../../../formats/formats.ts';
import type { Run, RunContext } from '../../run.ts';
import { chargeBeyond } from '../sound/charge-beyond.ts';
import { computeBilledSeconds, describeSound } from '../sound/facts.ts';
import { type ProcessedSound, processInStep } from '../sound/process-in-step.ts';
import { listStemEngines, listStemWarnings } from '../sound/stem-needs.ts';
import { separateStems, stemNames, vocals } from '../sound/stems.ts';
import { processInWindows } from '../sound/windows.ts';
import type { job } from './job.ts';
import { keepSpeech } from './keep-speech.ts';
import { heardParts, separateSpeech } from './separate-speech.ts';

type Sound = Awaited<ReturnType<typeof inspectSound>>;
type Context = RunContext<Static<typeof job.options>>;

export const run: Run<typeof job> = async context => {
  const { dir, options, progress, charge } = context;
  const input = context.inputs[0];
  const sound = await inspectSound(input, dir);
  if (options.keepVideo && !sound.hasVideo)
    throw new JobFailure('video_missing', 'the file has no picture to keep');
  await charge(computeBilledSeconds(sound));

  const format = options.keepVideo ? input.format : (options.outputFormat ?? 'wav');
  const path = join(dir, `voice.${getFormat(format).extensions[0]}`);
  const encoder = openEncoder({ dir, path, format, sound, ...(options.keepVideo && { beside: input }) });
  const frames = sound.seconds * sound.rate;
  let done = 0;
  try {
    const decoded = decodeSound(input, sound, { dir, fillGaps: options.keepVideo });
    const original = chargeBeyond({ ...sound, measured: sound.seconds }, decoded, charge);
    const voice = options.mode === 'noise' ? isolateFromNoise : isolateFromMusic;
    for await (const mixed of voice(original, sound, context)) {
      await encoder.write(mixed);
      done += mixed.length / sound.channels;
      progress((98 * done) / Math.max(done, frames));
    }
    await encoder.close();
  } finally {
    encoder.abort();
  }
  return {
    outputs: [
      {
        path,
        filename: makeOutputName(input.filename, `.${getFormat(format).extensions[0]}`),
        format,
        metadata: describeSound(sound, encoder.written, done),
      },
    ],
    ...(options.mode === 'noise'
      ? { engines: ['ffmpeg', 'rnnoise', 'gtcrn'] }
      : { engines: listStemEngines(context.models), ...listStemWarnings(context.models) }),
  };
};

async function* isolateFromNoise(
  original: Samples,
  sound: Sound,
  { dir, options }: Context,
): AsyncGenerator<Float32Array> {
  const { channels, rate } = sound;
  const apply = (samples: Samples) => {
    const heard = resampleSound(samples, { dir, channels, from: rate, to: rnnoiseRate });
    const clean = processInWindows(separateSpeech(heard, channels), {
      channels: heardParts * channels,
      madeChannels: channels,
      size: 8 * rnnoiseRate,
      overlap: 2 * rnnoiseRate,
      takesShorter: true,
      make: async window => keepSpeech(window, channels),
    });
    return resampleSound(clean, { dir, channels, from: rnnoiseRate, to: rate });
  };
  for await (const beside of processInStep(original, { channels, madeChannels: channels, apply }))
    yield mix(beside, options.strength, channels, channels, 0);
}

async function* isolateFromMusic(
  original: Samples,
  sound: Sound,
  context: Context,
): AsyncGenerator<Float32Array> {
  const { channels } = sound;
  const madeChannels = stemNames.length * channels;
  const apply = (samples: Samples) => separateStems(samples, sound, context);
  for await (const beside of processInStep(original, { channels, madeChannels, apply }))
    yield mix(beside, context.options.strength, channels, madeChannels, vocals * channels);
}

/** Mixes the voice with the requested share of the original. */
function mix(
  { original, made }: ProcessedSound,
  strength: number,
  channels: number,
  madeChannels: number,
  first: number,
): Float32Array {
  const mixed = new Float32Array(original.length);
  for (let at = 0; at < mixed.length; at++) {
    const voice = made[Math.floor(at / channels) * madeChannels + first + (at % channels)]!;
    mixed[at] = strength * voice + (1 - strength) * original[at]!;
  }
  return mixed;
}
