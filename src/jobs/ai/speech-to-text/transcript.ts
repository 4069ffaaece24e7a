/** A word with its punctuation. Times are seconds from the start of the sound. */
export interface Word {
  text: string;
  start: number;
  end: number;
  /** True if no space precedes it. */
  glued?: true;
}

/** A sentence, or a part of one between two pauses. */
export interface Segment {
  start: number;
  end: number;
  text: string;
  words: Word[];
}

export interface Transcript {
  /** The code of the spoken language. */
  language: string;
  /** The length of the sound in seconds. */
  duration: number;
  segments: Segment[];
}

export const roundToMs = (seconds: number): number => Math.round(seconds * 1000) / 1000;

export const joinWords = (words: readonly Word[]): string =>
  words.map(({ text, glued }, at) => (at === 0 || glued ? text : ` ${text}`)).join('');

/** Joins sentences to one text. */
export const joinSegments = (segments: readonly Segment[]): string =>
  segments.map(({ text, words }, at) => (at === 0 || words[0]?.glued ? text : ` ${text}`)).join('');
