import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accuracy } from '../../src/jobs/ocr/ocr/testing/accuracy.ts';
import type { Entry } from './index.ts';

/** The languages of a row, by their names in the index. */
const languages: [RegExp, string][] = [
  [/\bFraktur\b/, 'frk'],
  [/\bheb\b/, 'heb'],
  [/\bhin\b/, 'hin'],
  [/\bDutch\b/, 'nld'],
];

/** The OCR options for a row. */
export function ocrOptions({ expected, special }: Entry): Record<string, unknown> {
  const language = languages.find(([words]) => words.test(`${special} ${expected}`))?.[1];
  return {
    ...(language && { languages: [language] }),
    ...(/^searchable PDF/.test(expected) && { outputFormat: 'pdf' }),
  };
}

/** Returns the share of the row's text that was read, from 0 to 1; undefined if the row has none. */
export function ocrAccuracy({ path, file, expected }: Entry, text: string): number | undefined {
  const truth = /^truth[^:]*: (.*)$/s.exec(expected)?.[1];
  if (truth === undefined) return undefined;
  const said = [...truth.matchAll(/"([^"]+)"/g)].map(match => match[1]!);
  if (/^has "/.test(truth)) return said.filter(part => text.includes(part)).length / said.length;
  const name = /\bocr\/truth\/\S+/.exec(truth)?.[0];
  if (name === undefined) return accuracy(truth.replaceAll('\\n', '\n'), text);
  const content = readFileSync(join(file.slice(0, -path.length), name), 'utf8');
  // Reference lines with boxes are in capitals, whatever the page has.
  const got = name.endsWith('.csv') ? text.toUpperCase() : text;
  return accuracy(plainTruth(name, content), got);
}

/** Reads a reference file: lines with boxes, PAGE XML, or plain text. */
function plainTruth(name: string, content: string): string {
  if (name.endsWith('.csv'))
    return content
      .split(/\r?\n/)
      .map(line => line.split(',').slice(8).join(','))
      .join('\n');
  if (!name.endsWith('.xml')) return content;
  return [...content.matchAll(/<TextLine[\s\S]*?<\/TextLine>/g)]
    .map(([line]) => [...line.matchAll(/<Unicode>([^<]*)<\/Unicode>/g)].at(-1)?.[1] ?? '')
    .join('\n');
}
