/** A part of a text: where it begins, and its length. */
export type Span = readonly [start: number, length: number];

/** A kind of text that is recognised by its form. */
export interface Kind {
  /** The expression for candidates, without flags; letters count the same in both cases. */
  source: string;
  /** Finds the parts of a candidate that pass a check. Left out: every candidate passes. */
  parts?(candidate: string): Span[];
  /** The letters after which the search goes on where no part passes. Left out: all of the candidate. */
  head?: number;
}

/** Takes the whole candidate, where it passes. */
export const ifValid =
  (isValid: (candidate: string) => boolean) =>
  (candidate: string): Span[] =>
    isValid(candidate) ? [[0, candidate.length]] : [];

export const keepDigits = (text: string): string => text.replaceAll(/\D/g, '');

export const listDigits = (text: string): number[] => [...keepDigits(text)].map(Number);

/** Applies the Luhn check of card and many other numbers: every second digit counts twice. */
export function passesLuhn(digits: readonly number[]): boolean {
  const sum = digits.toReversed().reduce((total, digit, at) => {
    const value = at % 2 === 0 ? digit : 2 * digit;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
