/** A word with the marks that belong to it; times are seconds from where the sound begins. */
export interface Word {
  text: string;
  start: number;
  end: number;
  /** Written without a space before it. */
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
  /** The language spoken, by its code. */
  language: string;
  /** Of the sound, in seconds. */
  duration: number;
  segments: Segment[];
}

export const roundToMs = (seconds: number): number => Math.round(seconds * 1000) / 1000;

export const joinWords = (words: readonly Word[]): string =>
  words.map(({ text, glued }, at) => (at === 0 || glued ? text : ` ${text}`)).join('');

/** Sentences as one text. */
export const joinSegments = (segments: readonly Segment[]): string =>
  segments.map(({ text, words }, at) => (at === 0 || words[0]?.glued ? text : ` ${text}`)).join('');
