import { JobFailure } from '../../contract/failure.ts';
import { runProgram } from '../program.ts';
import { makeInputArguments, quiet } from './input.ts';
import { toUnreadable } from './unreadable.ts';

/** Converts colours as libavif does, by the matrix that the file names. */
const convertYuv = 'scale=flags=bilinear+accurate_rnd+full_chroma_int+full_chroma_inp,format=gbrp';
/** Relabels planes that hold green, blue and red, which FFmpeg takes for luma and chroma. */
const relabelRgb = 'format=yuv444p,extractplanes=y+u+v[g][b][r];[g][b][r]mergeplanes=0x001020:gbrp';

/** The numbers of the matrices that FFmpeg converts from. */
const knownMatrices: readonly number[] = [0, 1, 2, 4, 5, 6, 7, 9];

export interface AvifDecoding {
  /** The number of the matrix by which RGB became YUV. */
  matrix: number;
  /** True if the second track holds the alpha of the first. */
  hasAlpha: boolean;
  /** The path to write to. */
  raw: string;
  dir: string;
}

/** Writes all frames of an AVIF sequence, one after the other, as RGBA of eight bits a sample. */
export async function decodeAvifFrames(
  path: string,
  { matrix, hasAlpha, raw, dir }: AvifDecoding,
): Promise<void> {
  if (!knownMatrices.includes(matrix)) throw new JobFailure('unsupported_content', `colour matrix ${matrix}`);
  const toRgb = matrix === 0 ? relabelRgb : convertYuv;
  const filters = hasAlpha
    ? `[0:0]${toRgb}[colours];[0:1]format=gray[alpha];[colours][alpha]alphamerge,format=rgba`
    : `[0:0]${toRgb},format=rgba`;
  // This decoder never tells RGB from YUV, while FFmpeg's usual one does so only in files without a profile.
  const source = [
    '-c:v',
    'libaom-av1',
    '-noautorotate',
    '-ignore_editlist',
    '1',
    ...makeInputArguments({ path, format: 'avif' }),
  ];
  const output = ['-fps_mode', 'passthrough', '-f', 'rawvideo', '-y', `file:${raw}`];
  await runProgram('ffmpeg', [...quiet, ...source, '-filter_complex', filters, ...output], {
    cwd: dir,
  }).catch(error => {
    throw toUnreadable(error);
  });
}
