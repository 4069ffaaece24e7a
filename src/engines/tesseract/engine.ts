import { JobFailure } from '../../contract/failure.ts';
import { computeProgramSeconds } from '../../settings/work.ts';
import { ProgramFailure, runProgram } from '../program.ts';
import { type Block, parseTsv } from './words.ts';

export { listInstalledLanguages } from './languages.ts';
export type { Block, Word } from './words.ts';

export interface Recognition {
  /** The path of a picture of the page. */
  image: string;
  languages: readonly string[];
  /** Tesseract's page segmentation mode. */
  segmentation: number;
  dpi: number;
  /** The work folder. */
  dir: string;
}

// One process for each core, each with one thread, reads more pages than one process on all of them.
const env = { OMP_THREAD_LIMIT: '1' };
const seconds = computeProgramSeconds({ recognizedPage: 1 });

async function runTesseract(args: string[], dir: string) {
  try {
    return await runProgram('tesseract', args, { cwd: dir, env, seconds });
  } catch (error) {
    // The page's content causes the crash, which would happen again.
    if (error instanceof ProgramFailure && error.code === null && !/Killed|SIGKILL/.test(error.detail))
      throw new JobFailure('unreadable_input', error.detail);
    throw error;
  }
}

/** Recognises the text of a page: blocks, paragraphs, lines and words, with the place and confidence of each word. */
export async function recognise({ image, languages, segmentation, dpi, dir }: Recognition): Promise<Block[]> {
  const args = ['-l', languages.join('+'), '--psm', String(segmentation), '--dpi', String(dpi)];
  const { stdout } = await runTesseract(
    [image, 'stdout', ...args, '-c', 'tessedit_create_tsv=1', 'quiet'],
    dir,
  );
  return parseTsv(stdout.toString('utf8'));
}

export interface Orientation {
  /** The degrees to turn the page clockwise to make it upright. */
  turn: 0 | 90 | 180 | 270;
  /** The confidence, which can be trusted above about 2. */
  confidence: number;
}

/** Finds which way up a page is; undefined if there are too few letters to tell. */
export async function findOrientation(
  image: string,
  dpi: number,
  dir: string,
): Promise<Orientation | undefined> {
  let told: string;
  try {
    const args = [image, 'stdout', '-l', 'osd', '--psm', '0', '--dpi', String(dpi)];
    const { stdout, stderr } = await runProgram('tesseract', args, {
      cwd: dir,
      env,
      seconds,
      accept: [0, 1],
    });
    told = stdout.toString('utf8') + stderr;
  } catch (error) {
    if (error instanceof ProgramFailure) return undefined;
    throw error;
  }
  const turn = /^Rotate: (\d+)/m.exec(told)?.[1];
  const confidence = /^Orientation confidence: ([\d.]+)/m.exec(told)?.[1];
  if (turn === undefined || confidence === undefined) return undefined;
  return { turn: Number(turn) as Orientation['turn'], confidence: Number(confidence) };
}
