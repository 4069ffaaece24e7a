import { findDeclaredFormat, getExtension } from '../../src/formats/declared.ts';
import type { FormatId } from '../../src/formats/formats.ts';
import type { Entry } from './index.ts';
import { ocrOptions } from './ocr-truth.ts';
import { speechOptions } from './speech-truth.ts';

/** One attempt to process a file. */
export interface Attempt {
  type: string;
  options: Record<string, unknown>;
  /** For a file whose extension says less than its content. */
  format: FormatId;
}

/** The parts of `GET /job-types` that are used here. */
export interface OfferedType {
  id: string;
  inputs: 'one' | 'many';
  available: boolean;
  conversions: Record<string, string[]>;
}

/** Extensions of test suites that are not formats of ours. */
const otherNames: Record<string, FormatId> = { latex: 'tex', psv: 'csv', unknown: 'csv' };

const formatOf = (entry: Entry): FormatId | undefined =>
  findDeclaredFormat('', entry.path) ?? otherNames[getExtension(entry.path)];

/** The conversions to try for a family, most informative first. */
const targets: Record<string, string[]> = {
  images: ['png', 'jpeg', 'webp'],
  bombs: ['png', 'jpeg'],
  pdf: ['txt'],
  documents: ['pdf', 'txt', 'html'],
  spreadsheets: ['csv', 'json', 'pdf'],
  structured: ['json', 'yaml'],
};

/** Other job types that every file of a format should pass, with the options they need. */
const others: [string, Record<string, unknown>][] = [
  ['image-resize', { width: 64 }],
  ['image-compress', {}],
  ['pdf-rotate', { angle: 90 }],
  ['pdf-extract', { pages: '1' }],
  ['pdf-split', { mode: 'every', every: 50 }],
  ['pdf-merge', {}],
];

/** Music is separated, noise is removed, and everything else is transcribed. */
function soundAttempts(entry: Entry): Omit<Attempt, 'format'>[] {
  if (/^stems/.test(entry.expected))
    return [
      { type: 'stem-separation', options: { stems: 2 } },
      { type: 'stem-separation', options: { stems: 4 } },
    ];
  const cleaned = /\bnoise\b/.test(entry.special) ? [{ type: 'voice-isolation', options: {} }] : [];
  return [{ type: 'speech-to-text', options: speechOptions(entry) }, ...cleaned];
}

export function attemptsFor(entry: Entry, offered: OfferedType[]): Attempt[] {
  const format = formatOf(entry);
  if (format === undefined) return [];
  const takes = (id: string) => offered.find(each => each.id === id && each.available)?.conversions[format];
  if (entry.family === 'ocr')
    return takes('ocr') ? [{ type: 'ocr', options: ocrOptions(entry), format }] : [];
  if (entry.family === 'audio')
    return soundAttempts(entry).flatMap(each => (takes(each.type) ? [{ ...each, format }] : []));
  const wanted = targets[entry.family] ?? [];
  const conversions = ['image-convert', 'document-convert'].flatMap(type => {
    const reachable = (takes(type) ?? []).filter(target => wanted.includes(target) && target !== format);
    return reachable.map(outputFormat => ({ type, options: { outputFormat }, format }));
  });
  const more = others.filter(([id]) => takes(id)).map(([type, options]) => ({ type, options, format }));
  return [...conversions, ...more];
}
