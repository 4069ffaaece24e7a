import { fileURLToPath } from 'node:url';
import { JobFailure } from '../../contract/failure.ts';
import { ProgramFailure, runProgram } from '../program.ts';

const script = fileURLToPath(new URL('./layer.py', import.meta.url));

export interface PageLayer {
  /** From 0. */
  index: number;
  /** The page's size as shown, which the words' places are measured in: points from its lower left. */
  width: number;
  height: number;
  /** A file of text-showing operators, with `/Text` for the font. Left out: nothing is added. */
  content?: string;
  /** Degrees the page is turned clockwise to stand upright. */
  turn?: number;
}

/** Adds invisible text to pages of a document that needs no password. Everything else stays as it is. */
export const addTextLayers = (
  request: { input: string; output: string; pages: readonly PageLayer[] },
  dir: string,
): Promise<{ pages: number }> => perform('add', request, dir);

/** Takes the invisible text, which earlier recognition left, off pages. */
export const removeTextLayers = (
  request: { input: string; output: string; pages: readonly number[] },
  dir: string,
): Promise<{ removed: number[] }> => perform('remove', request, dir);

async function perform<Result>(task: string, request: object, dir: string): Promise<Result> {
  try {
    const { stdout } = await runProgram('/usr/bin/python3', ['-I', '-B', script], {
      cwd: dir,
      stdin: JSON.stringify({ task, ...request }),
    });
    return JSON.parse(stdout.toString('utf8')) as Result;
  } catch (error) {
    // The script ends with 3 where the document is to blame.
    if (error instanceof ProgramFailure && error.code === 3)
      throw new JobFailure('unreadable_input', error.detail);
    throw error;
  }
}
