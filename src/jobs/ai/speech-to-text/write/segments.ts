import { joinWords, type Segment, type Word } from '../transcript.ts';

const endsSentence = /[.?!…。？！]["'”’»)\]]*$/u;
/** A full stop behind one of these does not end the sentence, nor one behind a single letter or digits. */
const abbreviations = /^(mr|mrs|ms|dr|prof|st|sr|jr|vs|etc|no|vol|fig|approx|e\.g|i\.e|u\.s|[a-z]|\d+)\.$/i;
/** In seconds: a pause this long ends a segment, and none lasts longer than that. */
const longPause = 1.5;
const longest = 30;

/** Divides words into sentences. */
export function makeSegments(words: readonly Word[]): Segment[] {
  const segments: Segment[] = [];
  let current: Word[] = [];
  const close = () => {
    if (current.length === 0) return;
    segments.push({
      start: current[0]!.start,
      end: current.at(-1)!.end,
      text: joinWords(current),
      words: current,
    });
    current = [];
  };
  for (const word of words) {
    const last = current.at(-1);
    const isLate = last && word.start - last.end >= longPause;
    const isLong = last && word.end - current[0]!.start > longest;
    if (isLate || isLong) close();
    current.push(word);
    if (endsSentence.test(word.text) && !abbreviations.test(word.text)) close();
  }
  close();
  return segments;
}
