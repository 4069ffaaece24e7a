import type { WarningId } from '../contract/warnings.ts';
import type { FormatId } from '../formats/formats.ts';
import type { ConversionOptions, OptionName, OptionValue } from './conversion-options.ts';

/** A format that never leaves the service: typed rows between two engines, see `tabular/rows.ts`. */
export const rowsFormat = 'rows';

/** A format that a step reads or writes. */
export type StepFormat = FormatId | typeof rowsFormat;

/**
 * One step an engine can take between two formats. An engine that takes part in the graph of formats lists its
 * edges in `edges.ts` (pure data, safe to load anywhere) and carries them out in `convert.ts`.
 */
export interface Edge {
  from: StepFormat;
  to: StepFormat;
  /** One figure for the step's losses and its time: 1 is quick and faithful, 10 is a last resort. */
  cost: number;
  /** The options that this step obeys. */
  options?: readonly OptionName[];
  /** Options that a later step obeys and this one needs to know. */
  sees?: readonly OptionName[];
  /** Aids of other engines that the step uses where they are offered. */
  asks?: readonly (keyof Aids)[];
  /** True if the step makes several files: always, or only when an option has a value. */
  many?: true | OptionValue;
  /** The formats of the output where an option has a value: a page with separate images is a zip. */
  instead?: readonly (OptionValue & { format: FormatId })[];
  /** True if the step only writes a finished document in another form, so that it may follow the longest route. */
  isFinish?: true;
  /** The pool of hosts that the step runs in. */
  host?: string;
}

/**
 * Functions that one engine offers to another in the middle of its step. The engine lists their names as `offers` in
 * its `edges.ts`, and its `aids.ts` exports functions of these names.
 */
export interface Aids {
  /** Draws pictures that only an office program reads (EMF, WMF) as PNG. Returns those it could draw. */
  drawMetafiles(pictures: readonly string[], dir: string): Promise<Map<string, string>>;
  /** Draws SVG pictures as PNG, with `zoom` pixels for each CSS pixel. Returns those it could draw. */
  drawVectors(pictures: readonly string[], zoom: number, dir: string): Promise<Map<string, string>>;
  /**
   * Calculates the formulas of a workbook and writes it as xlsx to `output`. Returns the size of that file, which is 0 if it
   * could not be calculated.
   */
  calculateBook(book: string, output: string, dir: string): Promise<{ size: number }>;
  /** Puts words on the pages of a PDF, invisible and in place. Returns the numbers of the pages that have some. */
  addWords(pdf: string, pages: readonly PlacedText[], dir: string): Promise<Set<number>>;
  /** Draws the emoji of a PDF whose font lacks their pictures. Returns how many different ones were drawn. */
  drawEmoji(pdf: string): Promise<{ size: number }>;
}

/** The words of a page, measured from its lower left corner in any unit. */
export interface PlacedText {
  width: number;
  height: number;
  words: readonly PlacedWord[];
}

export interface PlacedWord {
  text: string;
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/** The exports of an `edges.ts`. */
export interface EdgesModule {
  edges: readonly Edge[];
  offers?: readonly (keyof Aids)[];
}

export interface Conversion {
  from: StepFormat;
  to: StepFormat;
  /** The format the caller sent, where an earlier step has made `from` of it. */
  origin?: FormatId;
  input: string;
  /** The path for a single output. Several outputs go into the same folder. */
  output: string;
  /** The caller's name for the input without its extension, for titles. */
  stem: string;
  /** An empty folder of this step's own. */
  dir: string;
  /** True if the output goes to the caller and not to a next step. */
  last: boolean;
  /** The edge's options that the caller gave, unless an earlier step has obeyed them. */
  options: ConversionOptions;
  /** The options the edge `sees`. */
  seen?: ConversionOptions;
  /** The aids that the edge `asks` for, as far as an engine offers them. */
  aids?: Partial<Aids>;
  progress(percent: number): void;
}

export interface Converted {
  path: string;
  /** Distinguishes the names of several outputs: a page number or a sheet's name. */
  label?: string;
  /** The full name of a file that is passed on unchanged, such as an attachment: no further step converts it. */
  filename?: string;
  format?: FormatId;
  metadata?: Record<string, string | number | boolean>;
  /** Warnings that the result holds less than the caller may expect. */
  warnings?: WarningId[];
}

/** The function that a `convert.ts` exports as `convert`. */
export type Convert = (conversion: Conversion) => Promise<Converted[]>;
