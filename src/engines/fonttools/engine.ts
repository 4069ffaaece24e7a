import { fileURLToPath } from 'node:url';
import { JobFailure } from '../../contract/failure.ts';
import { ProgramFailure, runProgram } from '../program.ts';

/** The exit codes of the scripts. */
const failures = new Map([
  [65, 'unreadable_input'],
  [66, 'characters_missing'],
  [67, 'outlines_not_held'],
] as const);

export interface FontFacts {
  glyphs: number;
  characters: number;
  family: string;
}

export interface FontRequest {
  input: string;
  output: string;
  to: 'ttf' | 'otf' | 'woff' | 'woff2';
  /** The code points to keep; all if left out. */
  characters?: number[];
}

/** Runs a script of this folder with a request, and reads its answer. */
async function runScript<Answer>(name: string, request: object, dir: string): Promise<Answer> {
  const script = fileURLToPath(new URL(name, import.meta.url));
  try {
    const { stdout } = await runProgram('/usr/bin/python3', ['-I', script], {
      cwd: dir,
      stdin: JSON.stringify(request),
    });
    return JSON.parse(stdout.toString('utf8')) as Answer;
  } catch (error) {
    const id = error instanceof ProgramFailure && failures.get(error.code as 65);
    if (id) throw new JobFailure(id, (error as ProgramFailure).detail);
    throw error;
  }
}

export const writeFont = (request: FontRequest, dir: string): Promise<FontFacts> =>
  runScript('font.py', request, dir);

export interface SpecimenRequest {
  input: string;
  /** The path of the SVG to write, and its width in pixels. */
  output: string;
  width: number;
}

/** Draws some letters of a font as SVG. */
export const drawSpecimen = (request: SpecimenRequest, dir: string): Promise<object> =>
  runScript('specimen.py', request, dir);
