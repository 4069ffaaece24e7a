import type { JobType } from '@filemill/client';
import { nameFormat } from './jobs.ts';
import { strings } from './strings.ts';

interface Field {
  title?: string;
  default?: unknown;
}

const listFields = (type: JobType | undefined): Record<string, Field> =>
  (type?.options as { properties?: Record<string, Field> } | undefined)?.properties ?? {};

function formatValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? strings.values.yes : strings.values.no;
  if (Array.isArray(value)) return value.map(formatValue).join(', ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, each]) => `${name} ${formatValue(each)}`)
      .join(', ');
  return String(value);
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
      text: formatValue(value),
      isDefault: JSON.stringify(fields[name]?.default) === JSON.stringify(value),
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
  describeOptions(options, type)
    .filter(({ isDefault }) => !isDefault)
    .map(({ name, title, text }) => (name === 'outputFormat' ? nameFormat(text) : `${title}: ${text}`))
    .join(' · ');
