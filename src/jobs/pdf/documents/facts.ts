import type { PdfFacts } from '../../../engines/pikepdf/engine.ts';

/** Returns the metadata of an output: its pages, and facts about losses and repairs. */
export const presentPdfFacts = (pages: number, facts: PdfFacts): Record<string, number | boolean> => ({
  pages,
  ...(facts.repaired && { repaired: true }),
  ...(facts.signed && { signatureInvalidated: true }),
  ...(facts.restricted && { restrictionsRemoved: true }),
  ...(facts.withoutXfa && { xfaRemoved: true }),
});
