import { type IdKind, prefixes } from '../../../contract/ids.ts';

/** Makes an id for examples, always the same one for each kind. */
export const makeExampleId = (kind: IdKind, last = 'y'): string =>
  `${prefixes[kind]}_01kcz4m8e7fq0v3b9s6t2w5x8${last}`;

export const exampleUuid = '0198f2a4-6c1e-7b3d-9a52-4e8f0c7d1b63';
export const exampleSha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
export const exampleTime = '2026-01-05T09:00:00.000Z';
