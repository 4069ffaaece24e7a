/** The ways in which two files are compared. */
export const compareModes = ['text', 'pixels', 'bytes'] as const;
export type CompareMode = (typeof compareModes)[number];
