import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accuracy } from '../../src/jobs/ocr/ocr/testing/accuracy.ts';
import type { Entry } from './index.ts';

/** The languages a row asks for, by words of its own. */
const languages: [RegExp, string][] = [
  [/\bFraktur\b/, 'frk'],
  [/\bheb\b/, 'heb'],
  [/\bhin\b/, 'hin'],
  [/\bDutch\b/, 'nld'],
];

/** What a row asks of the recognition. */
export function ocrOptions({ expected, special }: Entry): Record<string, unknown> {
  const language = languages.find(([words]) => words.test(`${special} ${expected}`))?.[1];
  return {
    ...(language && { languages: [language] }),
    ...(/^searchable PDF/.test(expected) && { outputFormat: 'pdf' }),
  };
}

/** How much of what a row says stands on the page was read, 0 to 1; undefined where it does not say. */
export function ocrAccuracy({ path, file, expected }: Entry, text: string): number | undefined {
  const truth = /^truth[^:]*: (.*)$/s.exec(expected)?.[1];
  if (truth === undefined) return undefined;
  const said = [...truth.matchAll(/"([^"]+)"/g)].map(match => match[1]!);
  if (/^has "/.test(truth)) return said.filter(part => text.includes(part)).length / said.length;
  const name = /\bocr\/truth\/\S+/.exec(truth)?.[0];
  if (name === undefined) return accuracy(truth.replaceAll('\\n', '\n'), text);
  const content = readFileSync(join(file.slice(0, -path.length), name), 'utf8');
  // Lines with boxes are given in capitals, whatever stands there.
  const got = name.endsWith('.csv') ? text.toUpperCase() : text;
  return accuracy(plainTruth(name, content), got);
}

/** The text of a truth file: lines with boxes, PAGE XML, or the text itself. */
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
