import type { Resolution } from '../../job-type.ts';

/** The PDF engine's process serves many jobs, so these jobs run in separate hosts. */
export const pdfHost = 'pdf';

/** Resolves a job that makes one document from one document. */
export const resolveOnePdf = (...others: string[]): Resolution => ({
  outputs: ['pdf'],
  count: 'one',
  engines: [...new Set(['pikepdf', ...others])],
  host: pdfHost,
});

/** The engines that make a PDF/A, for any job type: see `archive.ts`. */
export const archivingEngines = ['pikepdf', 'ghostscript', 'pango', 'poppler'] as const;
