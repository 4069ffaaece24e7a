/** What reading the pages of a document may use. */
export const readingLimits = { seconds: 3600, memoryMb: 3072 } as const;

/** What reading the pages of a PDF takes, whoever asks for it: see `searchable.ts`. */
export const readingEngines = ['pikepdf', 'poppler', 'pdfium', 'sharp', 'tesseract'] as const;
