import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { putEvery, takeEvery } from '../../../audio/interleave.ts';
import { separateClassically } from '../../../engines/classical-separation/separate.ts';
import { segment, segmentRate } from '../../../engines/demucs/segment.ts';
import { resampleSound, type Samples } from '../../../engines/ffmpeg/engine.ts';
import type { RunContext } from '../../run.ts';
import { type ChannelGroup, groupChannels } from './channel-groups.ts';
import { usesModel } from './stem-needs.ts';
import { processInWindows } from './windows.ts';

/** The stems in the model's order. */
export const stemNames = ['drums', 'bass', 'other', 'vocals'] as const;
export const vocals = stemNames.indexOf('vocals');

/** Frames of a window of htdemucs that the next window repeats. */
const overlap = Math.ceil(segment / 4);
/** A window softer than this is treated as silent. */
const silence = 1e-5;

type Context = Pick<RunContext<unknown>, 'dir' | 'infer' | 'models'>;

/**
 * Separates a sound into four stems, returned as `4 × channels` interleaved channels: the first stem's, then
 * the second's, and so on. Left and right are separated together; other channels one by one.
 */
export function separateStems(
  sound: Samples,
  { rate, channels, layout }: { rate: number; channels: number; layout: string },
  { dir, infer, models }: Context,
): Samples {
  const groups = groupChannels(channels, layout);
  const madeChannels = stemNames.length * channels;
  const at44100 = resampleSound(sound, { dir, channels, from: rate, to: segmentRate });
  const stems = processInWindows(at44100, { channels, madeChannels, size: segment, overlap, make });
  return resampleSound(stems, { dir, channels: madeChannels, from: segmentRate, to: rate });

  async function make(window: Float32Array): Promise<Float32Array> {
    const made = new Float32Array(segment * madeChannels);
    for (const group of groups) await separateGroup(window, made, group);
    return made;
  }

  async function separateGroup(window: Float32Array, made: Float32Array, group: ChannelGroup): Promise<void> {
    const [left, right = left] = group;
    const mix = new Float32Array(2 * segment);
    takeEvery(channels, window, left, mix.subarray(0, segment));
    takeEvery(channels, window, right, mix.subarray(segment));
    if (mix.every(sample => Math.abs(sample) < silence)) return;
    const parted = usesModel(models)
      ? await inferSegment(mix)
      : separateClassically(mix.subarray(0, segment), mix.subarray(segment));
    for (let stem = 0; stem < stemNames.length; stem++) {
      const start = 2 * stem * segment;
      const one = parted.subarray(start, start + segment);
      const other = parted.subarray(start + segment, start + 2 * segment);
      if (group.length === 1) for (let at = 0; at < segment; at++) one[at] = (one[at]! + other[at]!) / 2;
      else putEvery(madeChannels, other, stem * channels + right, made);
      putEvery(madeChannels, one, stem * channels + left, made);
    }
  }

  async function inferSegment(mix: Float32Array): Promise<Float32Array> {
    const [input, output] = [join(dir, 'segment.f32'), join(dir, 'segment-stems.f32')];
    await writeFile(input, mix);
    await infer({ engine: 'demucs', model: 'htdemucs', input, output });
    const { buffer, byteOffset, byteLength } = await readFile(output);
    await rm(output);
    return new Float32Array(buffer, byteOffset, byteLength / 4);
  }
}
