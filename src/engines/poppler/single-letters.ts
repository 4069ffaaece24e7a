import { join } from 'node:path';
import { mirrorLigatures, TaskFailure } from '../pikepdf/engine.ts';

/** Makes a copy whose ligatures can be reversed like all other letters; returns the file itself if that fails. */
export async function withSingleLetters(input: string, dir: string): Promise<string> {
  const output = join(dir, 'letters.pdf');
  try {
    await mirrorLigatures({ inputs: [{ path: input }], output });
    return output;
  } catch (error) {
    if (error instanceof TaskFailure && error.reason === 'unreadable_input') return input;
    throw error;
  }
}
