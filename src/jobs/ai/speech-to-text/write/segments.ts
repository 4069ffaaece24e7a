import { last, splitBefore } from '../../../../lists.ts';
import { joinWords, type Segment, type Word } from '../transcript.ts';

const endsSentence = /[.?!…。？！]["'”’»)\]]*$/u;
/** A full stop after one of these does not end the sentence, nor does one after a single letter or digits. */
const abbreviations = /^(mr|mrs|ms|dr|prof|st|sr|jr|vs|etc|no|vol|fig|approx|e\.g|i\.e|u\.s|[a-z]|\d+)\.$/i;
/** Seconds: the pause that ends a segment, and the longest segment. */
const longPause = 1.5;
const longest = 30;

/** Divides words into sentences. */
export const makeSegments = (words: readonly Word[]): Segment[] =>
  splitBefore(words, (word, before, [first]) => {
    const isNext = endsSentence.test(before.text) && !abbreviations.test(before.text);
    return isNext || word.start - before.end >= longPause || word.end - first.start > longest;
  }).map(part => ({ start: part[0].start, end: last(part).end, text: joinWords(part), words: part }));
