import { JobFailure } from '../../contract/failure.ts';
import { joinChunks, readLines } from '../../encodings/encoding.ts';
import type { Value } from '../../tabular/values.ts';
import { parseJson } from './json-parser.ts';
import { maxTreeCharacters, type Source } from './source.ts';
import { decodeUnicode } from './unicode.ts';

const longestRecord = 64 * 1024 * 1024;
const broken = (detail: string) => new JobFailure('unreadable_input', `json: ${detail}`);

/** Reads the elements of a JSON file that is a list, one at a time, so that its size does not matter. */
async function* readElements(path: string): AsyncGenerator<Value> {
  let pending = '';
  let depth = 0;
  let inText = false;
  let escaped = false;
  let state = 'before' as 'before' | 'inside' | 'after';
  let any = false;
  for await (const chunk of decodeUnicode(path)) {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at);
      if (inText) {
        if (escaped) escaped = false;
        else if (code === 92) escaped = true;
        else if (code === 34) inText = false;
        continue;
      }
      if (state !== 'inside') {
        if (code === 91 && state === 'before') {
          state = 'inside';
          start = at + 1;
        } else if (code > 32 || (code !== 32 && code !== 9 && code !== 10 && code !== 13))
          throw broken('more after the end');
        continue;
      }
      if (code === 34) inText = true;
      else if (code === 91 || code === 123) depth++;
      else if ((code === 93 || code === 125) && depth > 0) depth--;
      else if (depth === 0 && (code === 44 || code === 93)) {
        const element = pending + chunk.slice(start, at);
        pending = '';
        start = at + 1;
        if (code === 93) state = 'after';
        if (code === 93 && !any && !/[^ \t\r\n]/.test(element)) continue;
        any = true;
        yield parseJson(element);
      }
    }
    if (state === 'inside') pending += chunk.slice(start);
    if (pending.length > longestRecord) throw new JobFailure('limit_exceeded', 'json: a record too large');
  }
  if (state !== 'after') {
    // The parser decides whether the text is nested too deeply or not closed.
    if (pending) parseJson(`[${pending}`);
    throw broken('a list that never ends');
  }
}

async function startsWithList(path: string): Promise<boolean> {
  for await (const chunk of decodeUnicode(path)) {
    const first = /[^ \t\n\r]/.exec(chunk)?.[0];
    if (first !== undefined) return first === '[';
  }
  return false;
}

/** Tells whether each line is an object of its own: many programs, such as mongoexport, name JSON lines .json. */
async function hasObjectsInLines(path: string): Promise<boolean> {
  let first: string | undefined;
  for await (const line of readLines(decodeUnicode(path))) {
    const text = line.trim();
    if (text === '') continue;
    if (!text.startsWith('{') || (first === undefined && !text.endsWith('}'))) return false;
    if (first !== undefined) return isJson(first);
    first = text;
  }
  return false;
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

export async function readJson(path: string): Promise<Source> {
  if (await startsWithList(path)) return { kind: 'records', records: () => readElements(path) };
  if (await hasObjectsInLines(path)) return readNdjson(path);
  return { kind: 'tree', value: parseJson(await joinChunks(decodeUnicode(path), maxTreeCharacters)) };
}

async function* readLineValues(path: string): AsyncGenerator<Value> {
  for await (const line of readLines(decodeUnicode(path))) if (line.trim() !== '') yield parseJson(line);
}

export const readNdjson = async (path: string): Promise<Source> => ({
  kind: 'records',
  records: () => readLineValues(path),
});
