import { setImmediate } from 'node:timers/promises';
import { ApiError } from '../../../contract/errors.ts';
import { limits } from '../../../settings/limits.ts';
import type { ConnectionConfig } from './connections.ts';

/** A file of a connection. `version` changes with its content. */
export interface ListedFile {
  key: string;
  size: number;
  version: string;
}

/** Lists the files of a connection whose keys begin with the prefix, sorted. */
export type ListFiles = (config: ConnectionConfig, prefix: string) => Promise<ListedFile[]>;

/** Divides a pattern: two stars also match slashes, one star and `?` do not. Two stars and a slash also match no folder. */
const divide = (pattern: string): string[] =>
  pattern.match(/\*\*\/?|./gsu)?.map(part => (part === '**/' ? '**' : part)) ?? [];

/** Compares keys with a pattern. Each letter of a key takes a step for each part of the pattern that it may belong to. */
class Matcher {
  steps = 0;
  readonly #parts: readonly string[];
  /** The round in which a state was last reached: so many parts are matched. */
  readonly #reached: Int32Array;
  #round = 0;

  constructor(pattern: string) {
    this.#parts = divide(pattern);
    this.#reached = new Int32Array(this.#parts.length + 1);
  }

  /** Adds a state, and those after stars, because a star may also match nothing. */
  #reach(states: number[], state: number): void {
    for (let at = state; this.#reached[at] !== this.#round; at++) {
      this.#reached[at] = this.#round;
      states.push(at);
      if (!this.#parts[at]?.startsWith('*')) return;
    }
  }

  matches(key: string): boolean {
    let states: number[] = [];
    this.#round++;
    this.#reach(states, 0);
    for (const letter of key) {
      this.steps += states.length;
      this.#round++;
      const next: number[] = [];
      for (const state of states) {
        const part = this.#parts[state];
        if (part === '**' || (part === '*' && letter !== '/')) this.#reach(next, state);
        else if (part === letter || (part === '?' && letter !== '/')) this.#reach(next, state + 1);
      }
      states = next;
      if (states.length === 0) return false;
    }
    return states.includes(this.#parts.length);
  }
}

/**
 * Selects the files whose key matches the pattern after the prefix: `*` stands for any part of a name, `?` for one character, and `**`
 * for any folders. Other requests are answered in between, and comparisons that take too many steps are refused.
 */
export async function selectFiles<File extends { key: string }>(
  files: readonly File[],
  { prefix, pattern }: { prefix: string; pattern: string },
): Promise<File[]> {
  const matcher = new Matcher(pattern);
  const selected: File[] = [];
  let pauseAt = limits.patternStepsAtOnce;
  for (const file of files) {
    if (matcher.matches(file.key.slice(prefix.length))) selected.push(file);
    if (matcher.steps < pauseAt) continue;
    if (matcher.steps > limits.patternSteps)
      throw new ApiError('validation_failed', {
        message: `The pattern takes too long to compare with ${files.length} files. Use a longer prefix, or fewer stars.`,
      });
    pauseAt = matcher.steps + limits.patternStepsAtOnce;
    await setImmediate();
  }
  return selected;
}

/** Explains a connection that could not be listed. */
export const cannotList = (message: string): ApiError =>
  new ApiError('validation_failed', { message: `The files cannot be listed. ${message}` });
