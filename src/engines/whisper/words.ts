import { last, splitBefore } from '../../lists.ts';
import type { Transcription } from './binding.ts';

/** A word with the marks that belong to it; seconds from where the window begins. */
export interface Word {
  text: string;
  start: number;
  end: number;
  /** True if the word is written without a space before it, as in Chinese or Thai. */
  glued?: true;
}

/** Scripts that write no spaces between words: there each piece is a word. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const marksOnly = /^[\p{P}\p{S}]+$/u;
/** A vowel or tone sign, which has no place of its own. */
const signFirst = /^\p{M}/u;

/** Joins the pieces that the model wrote into words. */
export function makeWords(transcription: Transcription): Word[] {
  const words: Word[] = [];
  for (const { text, t0, t1 } of mendPieces(transcription)) {
    const trimmed = text.trim();
    if (trimmed === '') continue;
    const last = words.at(-1);
    const spaced = /^\s/.test(text);
    const isOwn = unspaced.test(trimmed) && !marksOnly.test(trimmed) && !signFirst.test(trimmed);
    const begins = !last || spaced || isOwn;
    if (begins)
      words.push({
        text: trimmed,
        start: t0 / 1000,
        end: t1 / 1000,
        // The first word of a window follows on the window before.
        ...((last ? !spaced : isOwn) && { glued: true as const }),
      });
    else {
      last.text += trimmed;
      // A full stop's time includes all of the silence after it: the word ended before.
      if (!marksOnly.test(trimmed)) last.end = t1 / 1000;
    }
  }
  return words;
}

const broken = '\ufffd';
const isBroken = ({ text }: { text: string }): boolean => text.includes(broken);

/** Restores characters that are split across several pieces: the whole text has them complete. */
function mendPieces({ result, segments }: Transcription): Transcription['segments'] {
  const whole: Transcription['segments'] = [];
  let at = 0;
  const parts = splitBefore(segments, (piece, before) => !isBroken(piece) || !isBroken(before));
  for (const [index, part] of parts.entries()) {
    const [piece] = part;
    if (!isBroken(piece)) {
      whole.push(piece);
      at += piece.text.length;
      continue;
    }
    const after = parts[index + 1]?.[0].text;
    const found = after ? result.indexOf(after, at) : result.length;
    const end = found < 0 ? result.length : found;
    whole.push({ text: result.slice(at, end), t0: piece.t0, t1: last(part).t1 });
    at = end;
  }
  return whole;
}
