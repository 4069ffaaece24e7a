import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageSpan, PdfInput, PreparedPages } from '../../../engines/pikepdf/engine.ts';
import { preparePages } from '../../../engines/pikepdf/engine.ts';
import { limits } from '../../../settings/limits.ts';
import { withRescue } from './rescue.ts';

/** A document that every reader can open: it needs no password, and its damage is repaired. */
export interface PlainDocument extends PreparedPages {
  path: string;
  engines: string[];
}

/** Makes a document plain, in a new folder. */
export async function makePlain(
  dir: string,
  input: PdfInput,
  spans: readonly PageSpan[],
): Promise<PlainDocument> {
  await mkdir(dir, { recursive: true });
  const output = join(dir, 'plain.pdf');
  let { path } = input;
  const { result, engines } = await withRescue(dir, [input], async ([only]) => {
    const prepared = await preparePages({ inputs: [only], output, spans, most: limits.outputFiles }, {});
    path = prepared.rewritten ? output : only.path;
    return prepared;
  });
  return { ...result, path, engines };
}
