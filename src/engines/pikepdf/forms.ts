import type { LabelsMissing, PdfFacts, PdfInput, PdfMade, WithLabels } from './engine.ts';
import { runTask, type TaskOptions } from './python.ts';

/** Lists the fields of a form as the caller reads them. */
export const listFormFields = (
  request: { inputs: [PdfInput] },
  options: TaskOptions,
): Promise<PdfFacts & { fields: Record<string, unknown>[]; pages: number }> =>
  runTask({ task: 'form_list', ...request }, options);

/** A value for a field: a text or number, whether a box is ticked, several choices, or null for none. */
export type FieldValue = string | number | boolean | string[] | null;

/** Values by the full names of their fields. */
export type FieldValues = Record<string, FieldValue>;

export interface FilledForms extends PdfFacts {
  files: { path: string; pages: number; filled: number }[];
  /** True if scripts, which are not run, calculate some fields. */
  calculated: boolean;
  /** True if a text is longer than its field can show. */
  cut: boolean;
}

/** Fills a form, once for each row, or with the values of an FDF or XFDF text. */
export const fillForm = (
  request: { inputs: [PdfInput]; folder: string; flatten: boolean } & WithLabels &
    ({ rows: readonly FieldValues[] } | { data: string }),
  options: TaskOptions,
): Promise<FilledForms | LabelsMissing> => runTask({ task: 'form_fill', ...request }, options);

/** A change of the field with this full name, or of every field if the name is `*`. */
export interface FieldChange {
  name: string;
  rename?: string;
  label?: string;
  readOnly?: boolean;
  required?: boolean;
  remove?: boolean;
}

/** Changes or removes fields of a form. Their values stay. */
export const editFormFields = (
  request: { inputs: [PdfInput]; output: string; fields: readonly FieldChange[] },
  options: TaskOptions,
): Promise<PdfMade & { changed: number }> => runTask({ task: 'form_edit', ...request }, options);
