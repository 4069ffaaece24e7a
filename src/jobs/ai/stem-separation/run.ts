import { join } from 'node:path';
import { decodeSound, inspectSound, openEncoder } from '../../../engines/ffmpeg/engine.ts';
import { makeOutputName } from '../../../formats/declared.ts';
import { zip } from '../../../lists.ts';
import type { Run } from '../../run.ts';
import { chargeBeyond } from '../sound/charge-beyond.ts';
import { computeBilledSeconds, describeSound } from '../sound/facts.ts';
import { processInStep } from '../sound/process-in-step.ts';
import { listStemEngines, listStemWarnings } from '../sound/stem-needs.ts';
import { separateStems, stemNames } from '../sound/stems.ts';
import type { job } from './job.ts';
import { shareOut } from './share-out.ts';

/** The output files in their order. `from` lists the model's stems that are summed. */
const files = {
  2: [
    { name: 'vocals', from: ['vocals'] },
    { name: 'accompaniment', from: ['drums', 'bass', 'other'] },
  ],
  4: ['vocals', 'drums', 'bass', 'other'].map(name => ({ name, from: [name] })),
};

export const run: Run<typeof job> = async context => {
  const { dir, options, progress, charge } = context;
  const input = context.inputs[0];
  const sound = await inspectSound(input, dir);
  await charge(computeBilledSeconds(sound));

  const { channels } = sound;
  const format = options.outputFormat;
  const stems = files[options.stems].map(({ name, from }) => {
    const path = join(dir, `${name}.${format}`);
    const sources = from.map(each => stemNames.indexOf(each as (typeof stemNames)[number]));
    return { name, path, sources, encoder: openEncoder({ dir, path, format, sound }) };
  });
  const madeChannels = stemNames.length * channels;
  const frames = sound.seconds * sound.rate;
  let done = 0;
  try {
    const apply = (samples: AsyncIterable<Float32Array>) => separateStems(samples, sound, context);
    const decoded = decodeSound(input, sound, { dir });
    const original = chargeBeyond({ ...sound, measured: sound.seconds }, decoded, charge);
    for await (const beside of processInStep(original, { channels, madeChannels, apply })) {
      const parts = shareOut(
        beside,
        channels,
        stems.map(stem => stem.sources),
      );
      await Promise.all(zip(stems, parts).map(([{ encoder }, part]) => encoder.write(part)));
      done += beside.original.length / channels;
      progress((98 * done) / Math.max(done, frames));
    }
    await Promise.all(stems.map(stem => stem.encoder.close()));
  } finally {
    for (const { encoder } of stems) encoder.abort();
  }
  return {
    outputs: stems.map(({ name, path, encoder }) => ({
      path,
      filename: makeOutputName(input.filename, `-${name}.${format}`),
      format,
      metadata: { stem: name, ...describeSound(sound, encoder.written, done) },
    })),
    engines: listStemEngines(context.models),
    ...listStemWarnings(context.models),
  };
};
