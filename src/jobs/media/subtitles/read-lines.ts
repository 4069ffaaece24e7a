import { type Cue, escapeText, readTags, type Subtitles } from './cue.ts';
import { readTime } from './times.ts';

/** Splits a file into blocks with an empty line between them. */
const splitBlocks = (text: string): string[][] =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .map(block =>
      block.split('\n').filter((line, at, all) => line.trim() !== '' || (at > 0 && at < all.length - 1)),
    );

interface Timed {
  start: number;
  end: number;
  /** True if the line has more than times, such as a place. */
  hasSettings: boolean;
  lines: string[];
}

/** Reads a line of times, `from --> to`, as SubRip and WebVTT have them. */
function readArrow(line: string): Timed | undefined {
  if (!line.includes('-->')) return undefined;
  const [from = '', to = ''] = line.split('-->');
  const [last = '', ...settings] = to.trim().split(/\s+/);
  const [start, end] = [readTime(from), readTime(last)];
  if (start === undefined || end === undefined) return undefined;
  return { start, end, hasSettings: settings.length > 0, lines: [] };
}

function readTimed(timed: readonly Timed[], isEscaped: boolean): Subtitles {
  const cues: Cue[] = [];
  let isIncomplete = false;
  for (const { start, end, hasSettings, lines } of timed) {
    // SubRip places text by a mark of another format.
    const text = lines.join('\n');
    const read = readTags(text.replaceAll(/\{\\[^}]*\}/g, ''), isEscaped);
    isIncomplete ||= read.isIncomplete || hasSettings || /\{\\/.test(text);
    if (read.text) cues.push({ start, end, text: read.text });
  }
  return { cues, isIncomplete };
}

const isNumber = (line: string | undefined): boolean => line !== undefined && /^\s*\d+\s*$/.test(line);

/**
 * Reads SubRip: a line of times begins a cue, whose number stands above it. Its text may have empty lines, and there may
 * be none before the next cue.
 */
export function readSrt(text: string): Subtitles {
  const timed: Timed[] = [];
  const lines = text.split(/\r\n?|\n/);
  for (const line of lines) {
    const next = readArrow(line);
    const open = timed.at(-1)?.lines;
    if (next) {
      if (isNumber(open?.at(-1))) open!.pop();
      timed.push(next);
    } else if (line.trim() !== '') open?.push(line);
  }
  // A file that is cut short may end with the number of a cue that is missing.
  const end = lines.findLastIndex(line => line.trim() !== '');
  if (isNumber(lines[end]) && lines[end - 1]?.trim() === '') timed.at(-1)?.lines.pop();
  return readTimed(timed, false);
}

export function readVtt(text: string): Subtitles {
  const timed = splitBlocks(text).flatMap(lines => {
    const at = lines.findIndex(line => line.includes('-->'));
    // A note or a style may show an arrow too.
    const cue = at < 0 || at > 1 ? undefined : readArrow(lines[at]!);
    return cue ? [{ ...cue, lines: lines.slice(at + 1) }] : [];
  });
  return readTimed(timed, true);
}

/** Reads YouTube's format: `0:00:01.000,0:00:02.000` above each text. */
export function readSbv(text: string): Subtitles {
  const cues = splitBlocks(text).flatMap(([times = '', ...lines]): Cue[] => {
    const [start, end] = times.split(',').map(readTime);
    const words = escapeText(lines.join('\n').replaceAll('[br]', '\n').trim());
    return start === undefined || end === undefined || !words ? [] : [{ start, end, text: words }];
  });
  return { cues, isIncomplete: false };
}
