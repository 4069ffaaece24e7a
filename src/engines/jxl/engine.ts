import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../contract/failure.ts';
import { ProgramFailure, runProgram } from '../program.ts';
import { type Pnm, readPnm } from './pnm.ts';

export interface JxlHeader {
  width: number;
  height: number;
  animated: boolean;
  /** The number of frames; a still has one. */
  frames: number;
  /** True if the picture is plain sRGB, so that its profile need not be carried along. */
  srgb: boolean;
  /** The numbers of its colours in ITU-T H.273, where it is HDR. */
  numbers?: { primaries: number; curve: number };
}

const primaries: Record<string, number> = { sRGB: 1, 'Rec.2100': 9, P3: 12 };
const curves: Record<string, number> = { PQ: 16, HLG: 18 };

const throwUnreadable = (error: unknown): never => {
  if (error instanceof ProgramFailure && error.code === 1)
    throw new JobFailure('unreadable_input', error.detail);
  throw error;
};

export async function readJxlHeader(path: string, dir: string): Promise<JxlHeader> {
  const { stdout } = await runProgram('jxlinfo', [path], { cwd: dir }).catch(throwUnreadable);
  const text = stdout.toString('utf8');
  const found = /JPEG XL (image|animation), (\d+)x(\d+),/.exec(text);
  if (!found) throw new JobFailure('unreadable_input', `jxlinfo: ${text.slice(0, 500)}`);
  const [, gamut = '', transfer = ''] =
    /Color space: RGB, D65, (\S+) primaries, (\S+) transfer/.exec(text) ?? [];
  const [gamutNumber, curve] = [primaries[gamut], curves[transfer]];
  return {
    width: Number(found[2]),
    height: Number(found[3]),
    animated: found[1] === 'animation',
    frames: Math.max(1, text.match(/^frame: /gm)?.length ?? 1),
    srgb: /Color space: (RGB, D65, sRGB primaries|Grayscale, D65), sRGB transfer/.test(text),
    ...(gamutNumber !== undefined && curve !== undefined && { numbers: { primaries: gamutNumber, curve } }),
  };
}

export interface JxlPixels extends Pnm {
  icc?: Buffer;
}

/** Decodes a still, upright; undefined if the tool can read the pixels and cannot write them out. */
export async function decodeJxl(
  path: string,
  header: JxlHeader,
  dir: string,
): Promise<JxlPixels | undefined> {
  const out = join(dir, 'decoded.ppm');
  const profile = join(dir, 'decoded.icc');
  const args = [path, out, '--quiet', '--num_threads=1'];
  try {
    await runProgram('djxl', header.srgb ? args : [...args, `--icc_out=${profile}`], { cwd: dir });
  } catch (error) {
    if (error instanceof ProgramFailure && /Encode failed/.test(error.stderr)) return undefined;
    return throwUnreadable(error);
  }
  const pixels = readPnm(await readFile(out));
  const icc = header.srgb ? undefined : await readFile(profile).catch(() => undefined);
  await rm(out);
  return { ...pixels, ...(icc?.length && { icc }) };
}

/** Decodes all frames to an animated PNG file. */
export async function decodeJxlFrames(path: string, dir: string): Promise<string> {
  const out = join(dir, 'decoded.png');
  await runProgram('djxl', [path, out, '--quiet', '--num_threads=1'], { cwd: dir }).catch(throwUnreadable);
  return out;
}

export interface JxlEncoding {
  /** The quality from 1 to 100, or lossless. */
  quality: number | 'lossless';
}

/** Encodes a PNG, frames included, into a container, to which metadata may be added. */
export async function encodeJxl(
  png: string,
  out: string,
  { quality }: JxlEncoding,
  dir: string,
): Promise<void> {
  // Effort 4 is five times quicker than 5 and within 3 % of its size; lossless 3 is the last quick one.
  const how =
    quality === 'lossless' ? ['--distance=0', '--effort=3'] : [`--quality=${quality}`, '--effort=4'];
  await runProgram('cjxl', [png, out, ...how, '--num_threads=0', '--container=1'], { cwd: dir });
}
