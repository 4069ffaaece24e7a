import { InvalidArgumentError } from 'commander';

/** Reads the number of rows to list. */
export function readLimit(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) < 1 || Number(text) > 100)
    throw new InvalidArgumentError('Give a number from 1 to 100.');
  return Number(text);
}
