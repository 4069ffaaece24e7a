import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rewriteForPandoc } from '../rewrite-for-pandoc.ts';

const script = fileURLToPath(new URL('odt.py', import.meta.url));

/**
 * Makes an OpenDocument text that Pandoc reads whole: it passes over sections, heads of tables, fields, frames and
 * more.
 */
export const makeOpenDocumentReadable = (path: string, dir: string): Promise<string> =>
  rewriteForPandoc(script, path, join(dir, 'readable.odt'), dir);
