import { SaxesParser } from 'saxes';
import { JobFailure } from '../../../contract/failure.ts';
import { type Cue, escapeText, removeMarks, type Subtitles } from './cue.ts';
import { readTime } from './times.ts';

interface Rates {
  frame: number;
  tick: number;
}

const units: Record<string, (value: number, rates: Rates) => number> = {
  h: value => value * 3600,
  m: value => value * 60,
  s: value => value,
  ms: value => value / 1000,
  f: (value, { frame }) => value / frame,
  t: (value, { tick }) => value / tick,
};

/** Reads `00:01:02.5`, `00:01:02:12` (frames), `62.5s`, `750ms`, `90f` or `1000t`. */
function readTtmlTime(text: string | undefined, rates: Rates): number | undefined {
  if (text === undefined) return undefined;
  const offset = /^([\d.]+)(h|ms|m|s|f|t)$/.exec(text.trim());
  if (offset) return units[offset[2]!]!(Number(offset[1]), rates);
  const frames = /^(\d+:\d+:\d+):(\d+(?:\.\d+)?)$/.exec(text.trim());
  if (!frames) return readTime(text);
  const whole = readTime(frames[1]!);
  return whole === undefined ? undefined : whole + Number(frames[2]) / rates.frame;
}

const looks: [attribute: string, value: RegExp, mark: string][] = [
  ['fontStyle', /^(italic|oblique)$/, 'i'],
  ['fontWeight', /^bold$/, 'b'],
  ['textDecoration', /^underline$/, 'u'],
];

/** Reads TTML: paragraphs with times, which may be italic, bold and underlined. Entities of the document are never expanded. */
export function readTtml(text: string): Subtitles {
  const cues: Cue[] = [];
  const rates = { frame: 30, tick: 1 };
  /** The starts of the elements around, to which times within them are relative. */
  const offsets: number[] = [];
  const closing: string[] = [];
  const styles = new Map<string, string[]>();
  let isIncomplete = false;
  let cue: Cue | undefined;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.replace(/^.*:/, '');
    const readAttribute = (wanted: string): string | undefined =>
      Object.entries(attributes).find(([each]) => each.replace(/^.*:/, '') === wanted)?.[1];
    if (local === 'tt') {
      rates.frame = Number(readAttribute('frameRate')) || rates.frame;
      rates.tick = Number(readAttribute('tickRate')) || rates.tick;
    }
    const offset = offsets.at(-1) ?? 0;
    const begin = readTtmlTime(readAttribute('begin'), rates);
    offsets.push(offset + (begin ?? 0));
    if (local === 'p') {
      const start = offset + (begin ?? 0);
      const length = readTtmlTime(readAttribute('dur'), rates);
      const end = readTtmlTime(readAttribute('end'), rates);
      cue = { start, end: end === undefined ? start + (length ?? 0) : offset + end, text: '' };
    } else if (cue && local === 'br') cue.text += '\n';
    const own = looks.filter(([attribute, value]) => value.test(readAttribute(attribute) ?? ''));
    const named = (readAttribute('style') ?? '').split(/\s+/).flatMap(id => styles.get(id) ?? []);
    const marks = [...new Set([...own.map(([, , mark]) => mark), ...named])];
    const id = local === 'style' ? readAttribute('id') : undefined;
    if (id !== undefined) styles.set(id, marks);
    isIncomplete ||= cue !== undefined && readAttribute('color') !== undefined;
    const shown = cue && (local === 'span' || local === 'p') ? marks : [];
    if (cue) cue.text += shown.map(mark => `<${mark}>`).join('');
    closing.push(
      shown
        .map(mark => `</${mark}>`)
        .reverse()
        .join(''),
    );
  });
  parser.on('text', part => {
    if (cue) cue.text += escapeText(part.replaceAll(/\s+/g, ' '));
  });
  parser.on('closetag', ({ name }) => {
    offsets.pop();
    const mark = closing.pop() ?? '';
    if (!cue) return;
    cue.text += mark;
    if (name.replace(/^.*:/, '') !== 'p') return;
    const words = cue.text.replaceAll(/ *\n */g, '\n').trim();
    if (removeMarks(words).trim() && cue.end > cue.start) cues.push({ ...cue, text: words });
    cue = undefined;
  });
  parser.on('error', error => {
    throw new JobFailure('unreadable_input', `TTML: ${error.message}`);
  });
  parser.write(text).close();
  return { cues, isIncomplete };
}
