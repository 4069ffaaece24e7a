import { fileURLToPath } from 'node:url';
import { JobFailure } from '../../contract/failure.ts';
import { ProgramFailure, runProgram } from '../program.ts';

const script = fileURLToPath(new URL('font.py', import.meta.url));
/** The script's own exit codes. */
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

export async function writeFont(request: FontRequest, dir: string): Promise<FontFacts> {
  try {
    const { stdout } = await runProgram('/usr/bin/python3', ['-I', script], {
      cwd: dir,
      stdin: JSON.stringify(request),
    });
    return JSON.parse(stdout.toString('utf8')) as FontFacts;
  } catch (error) {
    const id = error instanceof ProgramFailure && failures.get(error.code as 65);
    if (id) throw new JobFailure(id, (error as ProgramFailure).detail);
    throw error;
  }
}
