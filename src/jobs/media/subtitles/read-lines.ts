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

/** Reads blocks whose times stand on one line, `from --> to`, as SubRip and WebVTT have them. */
function readArrows(text: string, isEscaped: boolean): Subtitles {
  const cues: Cue[] = [];
  let isIncomplete = false;
  for (const lines of splitBlocks(text)) {
    const at = lines.findIndex(line => line.includes('-->'));
    // A note or a style of WebVTT may show an arrow too.
    if (at < 0 || at > 1) continue;
    const [from = '', to = ''] = lines[at]!.split('-->');
    const [end = '', ...settings] = to.trim().split(/\s+/);
    const times = [readTime(from), readTime(end)] as const;
    if (times[0] === undefined || times[1] === undefined) continue;
    // SubRip places text by a mark of another format.
    const plain = lines
      .slice(at + 1)
      .join('\n')
      .replaceAll(/\{\\[^}]*\}/g, '');
    const read = readTags(plain, isEscaped);
    isIncomplete ||= read.isIncomplete || settings.length > 0 || /\{\\/.test(lines.join('\n'));
    if (read.text) cues.push({ start: times[0], end: times[1], text: read.text });
  }
  return { cues, isIncomplete };
}

export const readSrt = (text: string): Subtitles => readArrows(text, false);
export const readVtt = (text: string): Subtitles => readArrows(text, true);

/** Reads YouTube's format: `0:00:01.000,0:00:02.000` above each text. */
export function readSbv(text: string): Subtitles {
  const cues = splitBlocks(text).flatMap(([times = '', ...lines]): Cue[] => {
    const [start, end] = times.split(',').map(readTime);
    const words = escapeText(lines.join('\n').replaceAll('[br]', '\n').trim());
    return start === undefined || end === undefined || !words ? [] : [{ start, end, text: words }];
  });
  return { cues, isIncomplete: false };
}
