import { type FileHandle, open } from 'node:fs/promises';

/** Samples per second (16 bits, one channel), as both models expect. */
export const rate = 16_000;
const bytesPerSample = 2;

/** The decoded sound on disk: three hours are 350 MB, and only the windows being processed are in memory. */
export class SoundFile {
  readonly #path: string;
  readonly samples: number;

  private constructor(path: string, samples: number) {
    this.#path = path;
    this.samples = samples;
  }

  get seconds(): number {
    return this.samples / rate;
  }

  /** Writes the sound while it is decoded and reports the seconds written to `onSeconds`. */
  static async write(
    path: string,
    sound: AsyncIterable<Float32Array>,
    onSeconds: (seconds: number) => void,
  ): Promise<SoundFile> {
    const file = await open(path, 'wx');
    let samples = 0;
    try {
      for await (const part of sound) {
        await file.write(roundSamples(part));
        samples += part.length;
        onSeconds(samples / rate);
      }
    } finally {
      await file.close();
    }
    return new SoundFile(path, samples);
  }

  /** Copies several parts of the sound into one file, one after the other. */
  async copyParts(parts: readonly { from: number; to: number }[], path: string): Promise<void> {
    const [source, target] = await Promise.all([open(this.#path, 'r'), open(path, 'w')]);
    try {
      for (const { from, to } of parts) await copyPart(source, target, from, to);
    } finally {
      await Promise.all([source.close(), target.close()]);
    }
  }
}

async function copyPart(source: FileHandle, target: FileHandle, from: number, to: number): Promise<void> {
  const part = Buffer.alloc((to - from) * bytesPerSample);
  const { bytesRead } = await source.read(part, 0, part.length, from * bytesPerSample);
  if (bytesRead < part.length) throw new Error('the sound is shorter than it was');
  await target.write(part);
}

function roundSamples(samples: Float32Array): Int16Array {
  const whole = new Int16Array(samples.length);
  for (let at = 0; at < samples.length; at++)
    whole[at] = Math.round(Math.max(-1, Math.min(1, samples[at]!)) * 32_767);
  return whole;
}
