import { type GhostscriptOptions, writePdf } from './program.ts';

export { archiveDocument } from './archive.ts';

// What breaks a document may also lead its reader in circles.
const rescueSeconds = 120;

/**
 * Makes a readable document of a broken one by interpreting it page by page: what it shows is kept, what it links to
 * may not be. The last resort, since it reads files no other engine can.
 */
export const rescueDocument = (input: string, output: string, options: GhostscriptOptions): Promise<void> =>
  writePdf(['-dPDFSETTINGS=/default', '-dPreserveAnnots=true'], input, output, {
    seconds: rescueSeconds,
    ...options,
  });
