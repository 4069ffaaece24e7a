import type { Resolution } from '../../job-type.ts';

/** The PDF engine's process lives on from job to job, so these jobs run in hosts of their own. */
export const pdfHost = 'pdf';

/** One document of one document. */
export const resolveOnePdf = (...others: string[]): Resolution => ({
  outputs: ['pdf'],
  count: 'one',
  engines: [...new Set(['pikepdf', ...others])],
  host: pdfHost,
});

/** What making a PDF/A takes, whoever asks for one: see `archive.ts`. */
export const archivingEngines = ['pikepdf', 'ghostscript', 'pango', 'poppler'] as const;
