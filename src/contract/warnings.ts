/** Where a result is less than a caller may think, in a sentence for each. */
export const warningCatalogue = {
  no_text_layer: 'Pages of the file have no text to take: they are pictures, which `ocr` reads, or blank.',
  damaged_input: 'The file was damaged. It was mended as far as possible; something may be missing.',
  pages_blank: 'Some of the pages made have nothing on them.',
  content_dropped: 'Something in the file cannot be in the format asked for, and was left out.',
  hidden_text_removed: 'The file has text that nobody can see on its pages. It was left out.',
  model_fallback: 'The model asked for is not here; another one was used.',
} as const;
export type WarningCode = keyof typeof warningCatalogue;
export const warningCodes = Object.keys(warningCatalogue) as WarningCode[];

/** A warning about a result, or with `fileIndex` about one of its files. */
export interface Warning {
  code: WarningCode;
  fileIndex?: number;
}
