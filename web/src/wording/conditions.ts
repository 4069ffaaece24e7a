/**
 * Values that options, or the format of the input under the name `input`, must have: one of each list. The empty text stands for
 * an option that is left out.
 */
export type Condition = Record<string, (string | number | boolean)[]>;

/** Whether these values fulfil a condition. A format that is not known fulfils it, and of several formats one has to. */
export const isFulfilled = (condition: Condition | undefined, values: Record<string, unknown>): boolean =>
  Object.entries(condition ?? {}).every(
    ([name, allowed]) =>
      !(name in values) || [values[name] ?? ''].flat().some(value => allowed.includes(value as string)),
  );

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0);

interface Need {
  options: string[];
  hint: string;
  when?: Condition;
}

/** Returns the first need that these values, defaults included, leave open: "Choose a width". */
export const findNeed = (needs: Need[], values: Record<string, unknown>): Need | undefined =>
  needs.find(
    ({ options, when }) => isFulfilled(when, values) && !options.some(name => isGiven(values[name])),
  );
