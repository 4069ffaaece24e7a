import { InvalidArgumentError } from 'commander';

/** Makes the reader of an option that is a number of at least `least`. */
export const makeNumberReader = (least: number, what: string) => (text: string) => {
  const value = Number(text);
  if (!(value >= least)) throw new InvalidArgumentError(`Give ${what}.`);
  return value;
};
