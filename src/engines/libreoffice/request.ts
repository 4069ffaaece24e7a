/** A request to convert one document: the file to open, the file to write and the settings for it. */
export interface OfficeRequest {
  input: string;
  /** LibreOffice's name for the format of the input, where it would choose another one. */
  reader?: string;
  output: string;
  filter: string;
  data?: Record<string, unknown>;
  password?: string;
  paper?: { size?: [number, number]; landscape?: boolean; margins?: Record<string, number> };
  fit?: 'turn' | 'keep';
  /** True if rows become as high as their text: a sheet that was made of plain values says nothing about heights. */
  fitRows?: boolean;
  sheet?: string | number;
  /** The names of hidden sheets: LibreOffice shows one of them if the workbook says that it is the active sheet. */
  hidden?: string[];
  /** True if the workbook has booleans that LibreOffice reads as formulas. */
  booleans?: boolean;
  /** True if all formulas are calculated again. */
  calculate?: boolean;
  /** Files of pictures that are values of cells. */
  cellPictures?: { sheet: string; cell: string; path: string; text: string }[];
  /** The title of a document that has none. */
  title?: string;
  /** True if pictures are written to files next to the output, with the filter `slides`. */
  pictures?: boolean;
}

/** Pictures to draw as PNG, each with the path of its drawing. */
export interface PicturesRequest {
  draw: [string, string][];
}
