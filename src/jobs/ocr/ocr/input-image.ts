import type { Metadata } from '../../../engines/sharp/engine.ts';

/** One image of an input: a TIFF may hold many. */
export interface InputImage {
  path: string;
  page: number;
  header: Metadata;
  dpi: number;
}
