/** The longest that a job may take which may have to read pages. Each page it reads has a time and memory of its own. */
export const readingLimits = { seconds: 3600 } as const;

/** What reading the pages of a PDF takes, whoever asks for it: see `searchable.ts`. */
export const readingEngines = ['pikepdf', 'poppler', 'pdfium', 'sharp', 'tesseract'] as const;
