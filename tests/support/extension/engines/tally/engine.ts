import { readFile } from 'node:fs/promises';
import { JobFailure } from 'filemill';

export const settingsOfTally = (): Promise<string> => readFile('/etc/debian_version', 'utf8');

export async function tally(path: string, of: 'lines' | 'words'): Promise<number> {
  const text = await readFile(path, 'utf8');
  if (text === '') throw new JobFailure('unreadable_input', 'an empty text');
  return text.trim().split(of === 'lines' ? '\n' : /\s+/).length;
}
