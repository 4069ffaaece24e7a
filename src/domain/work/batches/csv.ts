import { parse } from 'csv-parse/sync';
import { invalid } from '../../../contract/errors.ts';
import { maxBatchInputs, type NewBatch } from '../../../contract/schemas/batch.ts';
import type { JobType } from '../../../jobs/job-type.ts';
import { TextOptions } from '../submissions/text-options.ts';

type ListedInput = Extract<NewBatch['inputs'], unknown[]>[number];

const inputColumns = ['inputArtifactId', 'inputUrl'] as const;

function readRecords(csv: string): string[][] {
  try {
    // One record more than is allowed, and the header.
    return parse(csv, { bom: true, skip_empty_lines: true, to: maxBatchInputs + 2, max_record_size: 65_536 });
  } catch {
    throw invalid(
      'inputs.csv',
      '`inputs.csv` must be a table in CSV: every row must have as many cells as the header.',
    );
  }
}

/** Reads the inputs of a batch from a table: one input per row, with options in columns. A recipe takes no options. */
export function readTable(csv: string, job: JobType | undefined): ListedInput[] {
  const [header = [], ...rows] = readRecords(csv);
  const names = header.map(name => name.trim());
  const [inputColumn, ...more] = inputColumns.filter(name => names.includes(name));
  if (inputColumn === undefined || more.length > 0)
    throw invalid(
      'inputs.csv',
      '`inputs.csv` must have one of the columns `inputArtifactId` and `inputUrl`.',
    );
  if (new Set(names).size < names.length) throw invalid('inputs.csv', '`inputs.csv` has a column twice.');
  if (!job && names.length > 1)
    throw invalid('inputs.csv', `\`inputs.csv\` of a recipe has only the column \`${inputColumn}\`.`);
  if (rows.length === 0 || rows.length > maxBatchInputs)
    throw invalid('inputs.csv', `\`inputs.csv\` must have from 1 to ${maxBatchInputs} rows.`);
  return rows.map(cells => {
    const given = names.map((name, at) => [name, cells[at] ?? ''] as const);
    const input = { [inputColumn]: cells[names.indexOf(inputColumn)]?.trim() ?? '' };
    if (!job) return input;
    const options = new TextOptions({ job, preset: {} });
    for (const [name, text] of given) if (name !== inputColumn && text !== '') options.add([name, text]);
    return { ...input, options: options.list() };
  });
}
