import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { CommandError } from '../exit-codes.ts';

export const fileHelp = 'a file with JSON, or - for standard input';

/** Reads an object as JSON from a file or from standard input, so that secrets are in no command line. */
export async function readJsonFile<Body>(file: string): Promise<Body> {
  const content = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  try {
    return JSON.parse(content) as Body;
  } catch {
    throw new CommandError(`${file === '-' ? 'Standard input' : file} must be a JSON object.`);
  }
}
