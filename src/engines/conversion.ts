import type { FormatId } from '../formats/formats.ts';

/**
 * One step an engine can take between two formats. An engine that takes part in the graph of formats lists its
 * edges in `edges.ts` (pure data, safe to load anywhere) and carries them out in `convert.ts`.
 */
export interface Edge {
  from: FormatId;
  to: FormatId;
  /** What the step loses and how long it takes, as one figure: 1 is quick and faithful, 10 is a last resort. */
  cost: number;
  /** The options of document-convert that this step obeys. */
  options?: readonly string[];
  /** Makes several files: always, or only when an option has a value. */
  many?: true | { option: string; value: unknown };
  /** The format of the file where an option has a value, as a page with its images beside it comes in a zip. */
  instead?: { option: string; value: unknown; format: FormatId };
  /** The pool of hosts it runs in. */
  host?: string;
}

/** A format that never leaves the service: typed rows between two engines, see `rows.ts`. */
export const rowsFormat = 'rows';

export interface Conversion {
  from: FormatId;
  to: FormatId;
  input: string;
  /** Where a single output belongs; several go beside it. */
  output: string;
  /** The caller's name for the input without its extension, for titles. */
  stem: string;
  /** An empty folder of this step's own. */
  dir: string;
  /** Whether its output is what the caller gets, not what a next step reads. */
  last: boolean;
  /** Whether what comes next shows the last values of formulas, and not the formulas. */
  valuesOnly?: boolean;
  options: Record<string, unknown>;
  progress(percent: number): void;
  /** Draws pictures that only an office knows (EMF, WMF) as PNG; answers with those it could. */
  draw?(pictures: readonly string[]): Promise<Map<string, string>>;
}

export interface Converted {
  path: string;
  /** Tells several outputs apart in their names: a page number or a sheet's name. */
  label?: string;
  format?: FormatId;
  metadata?: Record<string, string | number | boolean>;
}

/** What a `convert.ts` exports as `convert`. */
export type Convert = (conversion: Conversion) => Promise<Converted[]>;
