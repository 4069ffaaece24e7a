import { JobFailure } from '../../contract/failure.ts';
import { ProgramFailure, spawnProgram } from '../program.ts';

/** Interleaved samples, any number of whole frames at a time. */
export type Samples = AsyncIterable<Float32Array>;

const keptStderr = 16 * 1024;

/** A running FFmpeg: samples may go in, and samples may come out. */
export interface Running {
  write(samples: Float32Array): Promise<void>;
  /** Says that no more will be written. */
  finish(): void;
  /** Yields FFmpeg's output; ends when FFmpeg does, and fails as it does. */
  printed(): AsyncGenerator<Buffer>;
  /** Yields FFmpeg's output as samples. */
  read(channels: number): AsyncGenerator<Float32Array>;
  ended: Promise<void>;
  kill(): void;
}

/** Starts FFmpeg with pipes for raw samples; `pipe:0` and `pipe:1` stand for them in `args`. */
export function startFfmpeg(args: readonly string[], dir: string): Running {
  const child = spawnProgram('ffmpeg', args, { cwd: dir });
  const { stdin, stdout, stderr } = child;
  let said = '';
  stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-keptStderr);
  });
  // FFmpeg may end without reading everything; how it ended says whether that is a fault.
  stdin.on('error', () => {});
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', error => reject(new JobFailure('engine_error', `ffmpeg: ${error.message}`)));
    child.on('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new ProgramFailure('ffmpeg', code, signal, said));
    });
  });
  ended.catch(() => {});
  async function* printed() {
    yield* stdout as AsyncIterable<Buffer>;
    await ended;
  }

  return {
    ended,
    printed,
    kill: () => child.kill('SIGKILL'),
    finish: () => stdin.end(),
    write: async samples => {
      if (stdin.writable && stdin.write(writeSamples(samples))) return;
      const drained = new Promise(resolve => stdin.once('drain', resolve));
      await Promise.race([drained, ended.then(throwEndedEarly)]);
    },
    read: async function* (channels) {
      const frameBytes = 4 * channels;
      let rest: Buffer = Buffer.alloc(0);
      for await (const chunk of printed()) {
        const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
        const whole = bytes.length - (bytes.length % frameBytes);
        rest = bytes.subarray(whole);
        if (whole > 0) yield readSamples(bytes.subarray(0, whole));
      }
    },
  };
}

function throwEndedEarly(): never {
  throw new JobFailure('engine_error', 'ffmpeg ended before it had all samples');
}

/** Reads samples from a copy, because a view needs an offset that is a multiple of four. */
export const readSamples = (bytes: Buffer): Float32Array =>
  new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));

const writeSamples = (samples: Float32Array): Buffer =>
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
