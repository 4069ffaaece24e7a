import { type GhostscriptOptions, writePdf } from './program.ts';

export { archiveDocument } from './archive.ts';

/**
 * Makes a readable document of a broken one by interpreting it page by page: what it shows is kept, what it links to
 * may not be. The last resort, since it reads files no other engine can.
 */
export const rescueDocument = (input: string, output: string, options: GhostscriptOptions): Promise<void> =>
  writePdf(['-dPDFSETTINGS=/default', '-dPreserveAnnots=true'], input, output, options);
