import type { JobType } from '@filemill/client';
import { sayFormat } from './jobs.ts';
import { strings } from './strings.ts';

interface Field {
  title?: string;
  default?: unknown;
}

const fieldsOf = (type: JobType | undefined): Record<string, Field> =>
  (type?.options as { properties?: Record<string, Field> } | undefined)?.properties ?? {};

function sayValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? strings.values.yes : strings.values.no;
  if (Array.isArray(value)) return value.map(sayValue).join(', ');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, each]) => `${name} ${sayValue(each)}`)
      .join(', ');
  return String(value);
}

export interface SaidOption {
  name: string;
  title: string;
  said: string;
  isDefault: boolean;
}

/** Options as people read them, in the order of the job type's own. */
export function sayOptions(options: Record<string, unknown>, type: JobType | undefined): SaidOption[] {
  const fields = fieldsOf(type);
  const order = Object.keys(fields);
  return Object.entries(options)
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(([name, value]) => ({
      name,
      title: fields[name]?.title ?? name,
      said: sayValue(value),
      isDefault: JSON.stringify(fields[name]?.default) === JSON.stringify(value),
    }));
}

/** Options without what is as it would be anyway: what a form holds. */
export const changedOptions = (
  options: Record<string, unknown>,
  type: JobType | undefined,
): Record<string, unknown> =>
  Object.fromEntries(
    sayOptions(options, type)
      .filter(({ isDefault }) => !isDefault)
      .map(({ name }) => [name, options[name]]),
  );

/** "Output format pdf, Resolution (dpi) 150": only what differs from the usual. */
export const summariseOptions = (options: Record<string, unknown>, type: JobType | undefined): string =>
  sayOptions(options, type)
    .filter(({ isDefault }) => !isDefault)
    .map(({ name, title, said }) => (name === 'outputFormat' ? sayFormat(said) : `${title}: ${said}`))
    .join(' · ');
