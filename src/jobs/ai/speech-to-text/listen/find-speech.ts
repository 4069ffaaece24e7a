import { join } from 'node:path';
import type { RunContext } from '../../../run.ts';
import type { SoundFile } from './sound.ts';

/** Five minutes of whole frames at a time, preceded by two seconds in which the model settles. */
const frame = 512;
const framesPerCall = 9375;
const settlingFrames = 62;

/** Returns the probability of speech in each frame of the sound, in hundredths. */
export async function findSpeech(
  sound: SoundFile,
  { dir, infer }: Pick<RunContext<unknown>, 'dir' | 'infer'>,
  progress: (fraction: number) => void,
): Promise<number[]> {
  const input = join(dir, 'listened');
  const frames = Math.ceil(sound.samples / frame);
  const speech: number[] = [];
  for (let first = 0; first < frames; first += framesPerCall) {
    const lead = Math.min(first, settlingFrames);
    const last = Math.min(frames, first + framesPerCall);
    const part = { from: (first - lead) * frame, to: Math.min(sound.samples, last * frame) };
    await sound.copyParts([part], input);
    const told = await infer({
      engine: 'silero-vad',
      model: 'silero-vad',
      input,
      progress: fraction => progress((first + fraction * (last - first)) / frames),
    });
    speech.push(...(told.speech as number[]).slice(lead));
  }
  return speech;
}
