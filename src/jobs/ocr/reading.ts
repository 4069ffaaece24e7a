/** The longest time of a job that may have to recognise pages. Each page has its own time and memory. */
export const readingLimits = { seconds: 3600 } as const;

/** The engines that recognise the pages of a PDF, for any job type: see `searchable.ts`. */
export const readingEngines = ['pikepdf', 'poppler', 'pdfium', 'sharp', 'tesseract'] as const;
