/** A value that a job can enter in a field. Null empties it. */
export type FieldValue = string | boolean | string[] | null;

/** A field of a PDF form, as the service lists it. */
export interface FormEntry {
  name: string;
  type: string;
  value: FieldValue;
  label?: string;
  choices?: { value: string; label?: string }[];
  editable?: boolean;
  multiple?: boolean;
  multiline?: boolean;
  secret?: boolean;
  maxLength?: number;
  readOnly: boolean;
  required: boolean;
}

const fillable = new Set(['text', 'checkbox', 'radio', 'dropdown', 'list']);

/** Reads the fields that a person can fill in from the service's list of them. */
export const readFormEntries = (list: string): FormEntry[] =>
  (JSON.parse(list) as { fields: FormEntry[] }).fields.filter(
    ({ type, readOnly }) => fillable.has(type) && !readOnly,
  );

const isSame = (one: FieldValue, other: FieldValue): boolean =>
  JSON.stringify(one ?? '') === JSON.stringify(other ?? '');

/** Adds a changed value to those to enter, or removes it if the form has it already. */
export function enterValue(
  values: Record<string, FieldValue>,
  { name, value: before }: FormEntry,
  next: FieldValue,
): Record<string, FieldValue> | undefined {
  const { [name]: _former, ...rest } = values;
  const entered = isSame(before, next) ? rest : { ...rest, [name]: next === '' ? null : next };
  return Object.keys(entered).length > 0 ? entered : undefined;
}
