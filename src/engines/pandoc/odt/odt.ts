import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rewritten } from '../rewritten.ts';

const script = fileURLToPath(new URL('odt.py', import.meta.url));

/**
 * Makes an OpenDocument text that Pandoc reads whole: it passes over sections, heads of tables, fields, frames and
 * more.
 */
export const readableOpenDocument = (path: string, dir: string): Promise<string> =>
  rewritten(script, path, join(dir, 'readable.odt'), dir);
