import { quiet } from './input.ts';
import { type Samples, startFfmpeg } from './samples.ts';

export interface Resampling {
  dir: string;
  channels: number;
  from: number;
  to: number;
}

/** Resamples a sound to another rate. Sample 0 stays at time 0; the result may be a sample or so longer or shorter. */
export async function* resampleSound(
  sound: Samples,
  { dir, channels, from, to }: Resampling,
): AsyncGenerator<Float32Array> {
  if (from === to) {
    yield* sound;
    return;
  }
  const raw = ['-f', 'f32le', '-c:a', 'pcm_f32le'];
  // Channels are counted, not named (`12C`; `12c` would be the usual layout of twelve, which does not exist), because
  // stems times sides may be any number.
  const count = `${channels}C`;
  const filter = `aresample=${to}:filter_size=64:cutoff=0.98:internal_sample_fmt=fltp`;
  const ffmpeg = startFfmpeg(
    [
      ...quiet,
      ...raw,
      ...['-ar', String(from), '-ch_layout', count, '-i', 'pipe:0'],
      ...['-af', filter, ...raw, '-ar', String(to), '-ch_layout', count, 'pipe:1'],
    ],
    dir,
  );
  let fault: unknown;
  void feed().catch(error => {
    // Without an end of its input FFmpeg would wait forever.
    fault = error;
    ffmpeg.kill();
  });
  async function feed() {
    for await (const samples of sound) await ffmpeg.write(samples);
    ffmpeg.finish();
  }
  try {
    yield* ffmpeg.read(channels);
  } catch (error) {
    throw fault ?? error;
  } finally {
    ffmpeg.kill();
  }
}
