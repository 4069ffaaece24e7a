/** What making a PDF/A takes, whoever asks for one: see `archive.ts`. */
export const archivingEngines = ['pikepdf', 'ghostscript', 'pango', 'poppler'] as const;
