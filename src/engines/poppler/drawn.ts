import { fileURLToPath } from 'node:url';
import { ProgramFailure, runProgram } from '../program.ts';
import type { Box } from './layout.ts';

const script = fileURLToPath(new URL('drawn.py', import.meta.url));

/** What is drawn on a page besides text. */
export interface Drawn {
  /** Thin lines, across or down. */
  rules: Box[];
  images: Box[];
}

const boxOf = ([left, top, right, bottom]: number[]): Box => ({
  left: left!,
  top: top!,
  right: right!,
  bottom: bottom!,
});

/** The rules and images of each page, in order. A file that cannot be followed has none: its text is worth having. */
export async function drawnOn(input: string, pages: readonly number[], dir: string): Promise<Drawn[]> {
  try {
    const { stdout } = await runProgram('/usr/bin/python3', ['-I', script], {
      cwd: dir,
      stdin: JSON.stringify({ input, pages }),
    });
    return stdout
      .toString('utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Record<'rules' | 'images', number[][]>)
      .map(({ rules, images }) => ({ rules: rules.map(boxOf), images: images.map(boxOf) }));
  } catch (error) {
    if (error instanceof ProgramFailure && error.code !== null)
      return pages.map(() => ({ rules: [], images: [] }));
    throw error;
  }
}
