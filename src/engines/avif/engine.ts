import { JobFailure } from '../../contract/failure.ts';
import { ProgramFailure, runProgram } from '../program.ts';

export interface AvifSequence {
  width: number;
  height: number;
  alpha: boolean;
  /** The number of the matrix by which RGB became YUV, as in ITU-T H.273. */
  matrix: number;
  /** The milliseconds that each frame is shown. */
  delay: number[];
}

/** Explains a tool that is not installed: without it only still AVIF pictures are read and written. */
export const throwNotInstalled = (error: unknown): never => {
  if (error instanceof JobFailure && !(error instanceof ProgramFailure) && error.detail.endsWith('ENOENT'))
    throw new JobFailure('unsupported_content', `an AVIF that moves needs libavif-bin: ${error.detail}`);
  throw error;
};

const throwUnreadable = (error: unknown): never => {
  if (error instanceof ProgramFailure && error.code === 1)
    throw new JobFailure('unreadable_input', error.detail);
  return throwNotInstalled(error);
};

/** Reads the size, number and delays of a sequence's frames. All are decoded for that, so too many pixels are refused first. */
export async function inspectAvifSequence(
  path: string,
  maxPixels: number,
  dir: string,
): Promise<AvifSequence> {
  const args = ['--info', '--size-limit', String(maxPixels), path];
  const { stdout } = await runProgram('avifdec', args, { cwd: dir }).catch(throwUnreadable);
  const text = stdout.toString('utf8');
  const size = /Resolution\s*: (\d+)x(\d+)/.exec(text);
  const timescale = Number(/(\d+) timescales per second/.exec(text)?.[1] ?? 0);
  const durations = [...text.matchAll(/\[duration [\d.]+ \((\d+) timescales\)\]/g)];
  if (!size || !durations.length) throw new JobFailure('unreadable_input', `avifdec: ${text.slice(-500)}`);
  return {
    width: Number(size[1]),
    height: Number(size[2]),
    matrix: Number(/Matrix Coeffs\.\s*: (\d+)/.exec(text)?.[1] ?? 2),
    alpha: !/Alpha\s*: Absent/.test(text),
    delay: durations.map(([, ticks]) => (timescale ? Math.round((Number(ticks) * 1000) / timescale) : 100)),
  };
}

/** Writes one frame as a PNG of eight bits, its profile included. Every frame before it back to a key frame is decoded too. */
export async function decodeAvifFrame(path: string, index: number, png: string, dir: string): Promise<void> {
  const args = ['--depth', '8', '--png-compress', '0', '--index', String(index), path, png];
  await runProgram('avifdec', args, { cwd: dir }).catch(throwUnreadable);
}

export interface AvifFrame {
  png: string;
  /** The milliseconds that the frame is shown. */
  delay: number;
}

export interface AvifEncoding {
  /** The quality from 1 to 100, or lossless. */
  quality: number | 'lossless';
}

// Slower settings take several times as long, for a few hundredths of the size.
const speed = '8';
const worstQuantizer = 63;

/** Encodes PNGs of one size as an image sequence. */
export async function encodeAvifSequence(
  frames: readonly AvifFrame[],
  out: string,
  { quality }: AvifEncoding,
  dir: string,
): Promise<void> {
  const how = quality === 'lossless' ? ['--lossless'] : makeQualityFlags(quality);
  const files = frames.flatMap(({ png, delay }) => ['--duration', String(Math.max(1, delay)), png]);
  await runProgram(
    'avifenc',
    ['--speed', speed, '--jobs', '1', ...how, '--timescale', '1000', ...files, out],
    { cwd: dir },
  ).catch(throwNotInstalled);
}

/** Turns sharp's scale of quality, which stills have, into the encoder's. */
function makeQualityFlags(quality: number): string[] {
  const level = Math.round(((100 - quality) * worstQuantizer) / 100);
  const range = ['--min', '0', '--max', '63', '--minalpha', '0', '--maxalpha', '63'];
  return [...range, '--yuv', '444', '-a', 'end-usage=q', '-a', `cq-level=${level}`];
}
