import type { JobFilters, JobState } from '../../api/jobs.ts';

export const states: JobState[] = [
  'pending',
  'queued',
  'processing',
  'completed',
  'failed',
  'canceled',
  'expired',
];
export const sources = ['api', 'workspace', 'recipe'] as const;
/** The number of days before today. */
const daysBack = { today: 0, yesterday: 1, week: 7, month: 30 };
export type Day = keyof typeof daysBack;
export const days = Object.keys(daysBack) as Day[];

/** The filters, as kept in the address. */
export interface Filters {
  state?: JobState;
  type?: string;
  source?: (typeof sources)[number];
  key?: string;
  day?: Day;
  q?: string;
}

const readChoice = <Value extends string>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find(each => each === String(value));
const readText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined;

/** Reads the filters from an address and ignores invalid ones. */
export function readFilters(search: Record<string, unknown>): Filters {
  const read = {
    state: readChoice(states, search.state),
    type: readText(search.type),
    source: readChoice(sources, search.source),
    key: readText(search.key),
    day: readChoice(days, search.day),
    // The router parses a number in an address as a number.
    q: readText(typeof search.q === 'number' ? String(search.q) : search.q),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** The beginning of the day a number of days ago, in local time. */
export function startOfDay(daysAgo: number): string {
  const start = new Date();
  start.setHours(0, 0, 0, 0);
  start.setDate(start.getDate() - daysAgo);
  return start.toISOString();
}

export const asQuery = ({ state, type, source, key, day, q }: Filters): JobFilters => ({
  ...(state && { status: state }),
  ...(type && { type }),
  ...(source && { source }),
  ...(key && { keyId: key }),
  ...(day && { createdAfter: startOfDay(daysBack[day]) }),
  ...(q && { search: q }),
});
