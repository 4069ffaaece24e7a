import { open } from 'node:fs/promises';
import { JobFailure } from '../../contract/failure.ts';
import { type GhostscriptOptions, writePdf } from './program.ts';

export { archiveDocument } from './archive.ts';

// A broken document may send its reader into an endless loop.
const rescueSeconds = 120;
const headerWithin = 4096;

/**
 * Makes a readable document of a broken one by interpreting it page by page: its pages are kept, its links may not be.
 * This is the last resort, since Ghostscript reads files that no other engine can.
 */
export async function rescueDocument(
  input: string,
  output: string,
  options: GhostscriptOptions,
): Promise<void> {
  if (!(await claimsToBePdf(input))) throw new JobFailure('unreadable_input', 'no PDF header');
  await writePdf(['-dPDFSETTINGS=/default', '-dPreserveAnnots=true'], input, output, {
    seconds: rescueSeconds,
    ...options,
  });
}

/** Tells whether a file begins like a PDF. Ghostscript would run anything else as a PostScript program. */
async function claimsToBePdf(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headerWithin), 0, headerWithin);
  return buffer.subarray(0, bytesRead).includes('%PDF-');
}
