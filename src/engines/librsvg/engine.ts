import { runProgram } from '../program.ts';

interface Page {
  /** A CSS colour behind the drawing. */
  background?: string | undefined;
  dir: string;
}

/**
 * Writes a drawing as a PDF of one page, with its lines, areas and text. The markup is sent through a pipe, so that no relative reference
 * can be resolved.
 */
export async function convertSvgToPdf(
  markup: Buffer,
  path: string,
  { background, dir }: Page,
): Promise<void> {
  const args = ['--format=pdf', `--output=${path}`];
  if (background !== undefined) args.push(`--background-color=${background}`);
  await runProgram('rsvg-convert', args, { cwd: dir, stdin: markup });
}
