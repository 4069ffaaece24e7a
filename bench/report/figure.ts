/** The results of one program for one measurement, one value per round. */
export interface Side {
  name: string;
  values: number[];
}

/** One measurement: Filemill's values, and those of other programs for the same work in the same run. */
export interface Figure {
  id: string;
  title: string;
  unit: 'a second' | 'ms' | 'MB' | '×';
  ours: Side;
  others: Side[];
  goal?: string;
}

/** A line of a chart. */
export interface Series {
  name: string;
  points: [x: number, y: number][];
}

export interface Chart {
  id: string;
  title: string;
  x: string;
  y: string;
  series: Series[];
}

/** The machine and its load, without which a figure says little. */
export interface Machine {
  date: string;
  processor: string;
  cores: number;
  memoryGb: number;
  node: string;
  /** The load average of the last minute, at the beginning and at the end. */
  load: [number, number];
}

export interface Report {
  machine: Machine;
  rounds: number;
  figures: Figure[];
  charts: Chart[];
}

export const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * q)] ?? Number.NaN;

/** The standard deviation in percent of the mean. Undefined for a single value. */
export function spread(values: readonly number[]): number | undefined {
  if (values.length < 2) return undefined;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return (100 * Math.sqrt(squares / (values.length - 1))) / mean;
}
