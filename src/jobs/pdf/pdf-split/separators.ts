import { join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import { everyPage } from '../../../engines/page-spans.ts';
import { type PdfInput, preparePages } from '../../../engines/pikepdf/engine.ts';
import { limits } from '../../../settings/limits.ts';
import type { Work } from '../../../settings/work.ts';
import { findCodes } from '../documents/codes.ts';

interface SeparatorOptions {
  /** Only codes with this text separate. */
  separator?: string;
  keepSeparators: boolean;
  /** Whether the page after a separator is its back, with or without a code of its own. */
  doubleSided: boolean;
}

interface Separating {
  dir: string;
  options: SeparatorOptions;
  begin(work: Work): void;
  progress(percent: number): void;
}

export interface Part {
  first: number;
  last: number;
  /** The text of the code that the part begins at. */
  title: string | null;
}

/** Finds the parts between pages that have a bar code, counted from 1. */
export async function findParts(input: PdfInput, how: Separating): Promise<Part[]> {
  const { dir, options, begin, progress } = how;
  const { separator, keepSeparators, doubleSided } = options;
  const plain = join(dir, 'plain.pdf');
  const prepared = await preparePages(
    { inputs: [input], output: plain, spans: everyPage, most: limits.outputFiles },
    {},
  );
  begin({ drawnPage: 2 * prepared.count });
  const codes = await findCodes(prepared.rewritten ? plain : input.path, prepared, percent =>
    progress(percent * 0.8),
  );
  const titles = new Map<number, string>();
  for (const { page, text } of codes)
    if ((separator === undefined || text === separator) && !titles.has(page)) titles.set(page, text);
  if (titles.size === 0) throw new JobFailure('separators_missing', `${codes.length} codes`);
  const starts: number[] = [];
  for (const page of titles.keys()) if (!doubleSided || page - 1 !== starts.at(-1)) starts.push(page);
  const sides = doubleSided ? 2 : 1;
  const leftOut = keepSeparators ? 0 : sides;
  const parts = [0, ...starts].map((start, at) => ({
    first: start > 0 ? start + leftOut : 1,
    last: (starts[at] ?? prepared.count + 1) - 1,
    title: titles.get(start) ?? null,
  }));
  return parts.filter(({ first, last }) => first <= last);
}
