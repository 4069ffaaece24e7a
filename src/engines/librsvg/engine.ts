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

/** Draws a picture with `zoom` pixels for each CSS pixel. The markup is sent through a pipe, as above. */
export async function convertSvgToPng(
  markup: Buffer,
  path: string,
  { zoom, dir }: { zoom: number; dir: string },
): Promise<void> {
  const args = ['--format=png', `--zoom=${zoom}`, `--output=${path}`];
  await runProgram('rsvg-convert', args, { cwd: dir, stdin: markup });
}
