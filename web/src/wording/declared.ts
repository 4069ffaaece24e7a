import type { JobType } from '@filemill/client';
import { translation } from './translation.ts';

const { declared } = translation;

/** Translates a text that a job type declares. One that has no translation, as of an extension, stays in English. */
export const translate = (text: string): string => declared[text] ?? text;

/** The parts of a declaration that people read. */
const shown = new Set(['title', 'summary', 'family', 'note', 'hint', 'x-group', 'x-help']);

function translateParts(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return shown.has(name) ? translate(value) : value;
  if (Array.isArray(value)) return value.map(each => translateParts(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      name === 'x-labels' ? translate(each) : translateParts(each, key),
    ]),
  );
}

/** Translates what people read of a job type. */
export const translateJobType = <Declared extends JobType>(jobType: Declared): Declared =>
  translateParts(jobType) as Declared;
