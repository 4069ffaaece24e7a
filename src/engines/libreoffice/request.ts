/** One document for LibreOffice: what to open, what to write and how. */
export interface OfficeRequest {
  input: string;
  output: string;
  filter: string;
  data?: Record<string, unknown>;
  password?: string;
  paper?: { size?: [number, number]; landscape?: boolean; margins?: Record<string, number> };
  fit?: 'turn' | 'keep';
  /** Rows become as high as their text: a sheet that was made of plain values says nothing of heights. */
  fitRows?: boolean;
  sheet?: string | number;
  /** With the filter `slides`: pictures go into files beside the output. */
  pictures?: boolean;
}

/** Pictures to draw as PNG, each with where to. */
export interface PicturesRequest {
  draw: [string, string][];
}
