import type { JobType } from '@filemill/client';
import { type Condition, findNeed, isFulfilled } from './conditions.ts';
import { translate } from './declared.ts';
import { formatBytes } from './figures.ts';
import { nameOutput } from './format-names.ts';
import { nameLanguage } from './language-names.ts';
import { strings } from './strings.ts';

interface Field {
  title?: string;
  default?: unknown;
  'x-default'?: unknown;
  'x-labels'?: Record<string, string>;
  'x-shown-when'?: Condition;
  'x-control'?: string;
}

const listFields = (type: JobType | undefined): Record<string, Field> =>
  (type?.options as { properties?: Record<string, Field> } | undefined)?.properties ?? {};

/** Turns `top-left` into "Top left". Names with capitals or digits stay as they are. */
const writeOut = (value: string): string =>
  /^[a-z][a-z-]*$/.test(value) ? value.charAt(0).toUpperCase() + value.slice(1).replaceAll('-', ' ') : value;

/** The label of one value of an option. */
export function nameValue(name: string, value: unknown, labels: Record<string, string> = {}): string {
  const text = String(value);
  if (labels[text] !== undefined) return labels[text];
  if (name === 'language' || name === 'languages') return nameLanguage(text);
  // An option of this name may also be a text, such as "Page {n}".
  if ((name === 'outputFormat' || name === 'format') && /^[a-z\d.]+$/.test(text)) return nameOutput(text);
  return strings.options.values[text] ?? translate(writeOut(text));
}

/** The formats of the files, and of the result if no option names it. */
interface Formats {
  input?: string | string[] | undefined;
  output?: string | undefined;
}

/** All values that apply to a job: those given, the defaults of the others, and the format of the input. */
export function fillOptions(
  type: JobType | undefined,
  options: Record<string, unknown>,
  { input, output }: Formats,
): Record<string, unknown> {
  const defaults = Object.entries(listFields(type)).map(([name, field]) => [
    name,
    field.default ?? field['x-default'],
  ]);
  const { outputFormat, ...others } = { ...Object.fromEntries(defaults), ...options };
  // A job type without a chosen format usually writes that of the input.
  const written = outputFormat ?? output ?? input;
  return { ...others, ...(input && { input }), ...(written !== undefined && { outputFormat: written }) };
}

/** Returns what a person still has to choose before the job can run: "Choose a width". */
export const findMissing = (
  type: JobType,
  options: Record<string, unknown>,
  formats: Formats,
): string | undefined => findNeed(type.needs, fillOptions(type, options, formats))?.hint;

/** Returns the options of which one still has to be chosen before the job can run. */
export const listMissing = (type: JobType, options: Record<string, unknown>, formats: Formats): string[] =>
  findNeed(type.needs, fillOptions(type, options, formats))?.options ?? [];

/** Removes options that have no effect beside the others, which the service would refuse. */
export function keepShown(
  type: JobType,
  options: Record<string, unknown>,
  formats: Formats,
): Record<string, unknown> {
  const values = fillOptions(type, options, formats);
  const fields = listFields(type);
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => isFulfilled(fields[name]?.['x-shown-when'], values)),
  );
}

/** A refusal that concerns one option. */
export interface OptionProblem {
  option: string;
  message: string;
}

/** Rewrites a message for programs for people: "`options.fontSize` must be 4 or more" becomes "Font size must be …". */
export function describeMessage(message: string, type: JobType | undefined): string {
  const fields = listFields(type);
  return message
    .replace(/`options\.(\w+)[^`]*`/g, (_, name) => `“${fields[name]?.title ?? name}”`)
    .replace(/"([\w-]+)"/g, (written, value) => {
      const labels = Object.values(fields).map(field => field['x-labels']?.[value]);
      const label = labels.find(each => each !== undefined);
      return label ? `“${label}”` : written;
    })
    .replaceAll('`', '');
}

function formatValue(value: unknown, name = '', field: Field = {}): string {
  if (typeof value === 'boolean') return value ? strings.values.yes : strings.values.no;
  if (field['x-control'] === 'bytes' && typeof value === 'number') return formatBytes(value);
  if (Array.isArray(value)) return value.map(each => formatValue(each, name, field)).join(', ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, each]) => `${name} ${formatValue(each)}`)
      .join(', ');
  return typeof value === 'string' && name !== '' ? nameValue(name, value, field['x-labels']) : String(value);
}

export interface OptionText {
  name: string;
  title: string;
  text: string;
  isDefault: boolean;
}

/** Describes options in the order of the job type's declaration. */
export function describeOptions(options: Record<string, unknown>, type: JobType | undefined): OptionText[] {
  const fields = listFields(type);
  const order = Object.keys(fields);
  return Object.entries(options)
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([name, value]) => ({
      name,
      title: fields[name]?.title ?? name,
      text: formatValue(value, name, fields[name]),
      isDefault:
        JSON.stringify(fields[name]?.default ?? fields[name]?.['x-default']) === JSON.stringify(value),
    }));
}

/** Removes options that have their default value, as a form expects. */
export const changedOptions = (
  options: Record<string, unknown>,
  type: JobType | undefined,
): Record<string, unknown> =>
  Object.fromEntries(
    describeOptions(options, type)
      .filter(({ isDefault }) => !isDefault)
      .map(({ name }) => [name, options[name]]),
  );

/** Summarises the options that differ from their defaults: "Output format pdf, Resolution (dpi) 150". */
export const summariseOptions = (options: Record<string, unknown>, type: JobType | undefined): string =>
  // Before the job types are loaded there are no titles to show.
  (type ? describeOptions(options, type) : [])
    .filter(({ isDefault }) => !isDefault)
    .map(({ name, title, text }) => (name === 'outputFormat' ? text : `${title}: ${text}`))
    .join(' · ');
