import { fileURLToPath } from 'node:url';
import { runProgram } from '../program.ts';

const script = fileURLToPath(new URL('labels.py', import.meta.url));

export interface LabelRequest {
  texts: readonly string[];
  /** The size of the letters in points. */
  fontSize: number;
  bold: boolean;
  /** Red, green and blue, each from 0 to 1. */
  colour: readonly [number, number, number];
  /** The PDF to write: a page for each text, of its size. */
  output: string;
}

/** Typesets short texts in any script, for another engine to place. Returns their sizes in points. */
export async function setLabels(
  request: LabelRequest,
  dir: string,
): Promise<[width: number, height: number][]> {
  const { stdout } = await runProgram('/usr/bin/python3', ['-I', script], {
    cwd: dir,
    stdin: JSON.stringify(request),
  });
  return JSON.parse(stdout.toString('utf8'));
}
