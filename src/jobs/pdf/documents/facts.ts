import type { PdfFacts } from '../../../engines/pikepdf/engine.ts';

/** What an output's metadata says of it: its pages, and what its reader should know was lost or mended. */
export const presentPdfFacts = (pages: number, facts: PdfFacts): Record<string, number | boolean> => ({
  pages,
  ...(facts.repaired && { repaired: true }),
  ...(facts.signed && { signatureInvalidated: true }),
});
