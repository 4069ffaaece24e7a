import type { DraftStep } from '../draft.ts';

/** The input of a run, among the sources of a step. */
const runInput = -1;

/** Finds the places of the steps that a step uses. Names that no earlier step has are left out. */
export function findSources(steps: DraftStep[], index: number): number[] {
  const { from } = steps[index]!;
  if (from === undefined) return [index - 1];
  return [from].flat().flatMap(name => {
    if (name === 'input') return runInput;
    const at = steps.slice(0, index).findIndex(step => step.name === name);
    return at === -1 ? [] : at;
  });
}

/** Returns true if a step takes anything but the only file of the step before it. */
export const isBranching = (steps: DraftStep[]): boolean =>
  steps.some(({ from, forEach, collect, when }) => from !== undefined || forEach || collect || when);

/** The lines beside one step, by column: those that go on, those that end in the step, and the one that begins there. */
export interface LaneRow {
  passing: number[];
  ending: number[];
  taken: number[];
  begins?: number;
}

/** Draws the files of each step as a line in a column of its own, from the step that makes them to the last that uses them. */
export function drawLanes(steps: DraftStep[]): { rows: LaneRow[]; columns: number } {
  const sources = steps.map((_, index) => findSources(steps, index));
  const findLastUse = (maker: number) => sources.findLastIndex(used => used.includes(maker));
  // The maker whose files are in each column.
  const columns: (number | undefined)[] = [];
  const open = (maker: number): number => {
    const free = columns.indexOf(undefined);
    const column = free === -1 ? columns.length : free;
    columns[column] = maker;
    return column;
  };
  if (findLastUse(runInput) !== -1) open(runInput);
  const rows = steps.map((_, index): LaneRow => {
    const row: LaneRow = { passing: [], ending: [], taken: [] };
    for (const [column, maker] of columns.entries()) {
      if (maker === undefined) continue;
      if (sources[index]!.includes(maker)) row.taken.push(column);
      if (findLastUse(maker) > index) row.passing.push(column);
      else {
        row.ending.push(column);
        columns[column] = undefined;
      }
    }
    if (findLastUse(index) !== -1) row.begins = open(index);
    return row;
  });
  return { rows, columns: columns.length };
}
