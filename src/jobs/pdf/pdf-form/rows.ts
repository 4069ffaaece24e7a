import { JobFailure } from '../../../contract/failure.ts';
import type { FieldValues } from '../../../engines/pikepdf/forms.ts';
import { limits } from '../../../settings/limits.ts';
import { CsvSplitter, sniffDelimiter } from '../../../tabular/csv.ts';

/** Tells a text of field values by how FDF and XFDF must begin. */
export const isFormData = (text: string): boolean => /^\s*(%FDF|<)/.test(text);

/**
 * Reads CSV whose first record names fields. A cell that is empty and not quoted leaves its field as it is; a
 * quoted empty one empties it.
 */
export function readRows(text: string): FieldValues[] {
  const plain = text.replace(/^\ufeff/, '');
  const splitter = new CsvSplitter(sniffDelimiter(plain));
  const [names, ...records] = [...splitter.push(plain), ...splitter.end()].filter(record =>
    record.some(cell => cell !== undefined),
  );
  if (!names || records.length === 0) throw new JobFailure('form_data_unreadable', 'no rows');
  if (records.length > limits.formRows) throw new JobFailure('limit_exceeded', `${records.length} rows`);
  return records.map(record => {
    if (record.length > names.length) throw new JobFailure('form_data_unreadable', 'more cells than names');
    return Object.fromEntries(
      record.flatMap((cell, at) => (cell === undefined || !names[at] ? [] : [[names[at], cell]])),
    );
  });
}
