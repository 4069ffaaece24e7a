import { readFileSync, statSync } from 'node:fs';

/** Certificates and the like are far smaller. */
const maxBytes = 1 << 20;
const base64 = /^[A-Za-z0-9+/\s]+=*\s*$/;

/** Reads the bytes of a flag as base64: those of the file with this path, or the text if it is base64 itself. */
export function readBytes(text: string): { value: string } | { problem: string } {
  const stats = statSync(text, { throwIfNoEntry: false });
  if (!stats) return base64.test(text) ? { value: text } : { problem: 'There is no such file.' };
  if (!stats.isFile() || stats.size > maxBytes) return { problem: 'It must be a file of at most 1 MB.' };
  return { value: readFileSync(text).toString('base64') };
}
