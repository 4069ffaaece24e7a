import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { usualLanguages } from '../../../../engines/languages-option.ts';
import type { Run, RunResult } from '../../../run.ts';
import type { job } from '../job.ts';

type Context = Parameters<Run<typeof job>>[0];
type Convert = (context: Context, path: string, dir: string) => Promise<RunResult>;

/** Returns true if pages of the input have no text. */
export const hasNoText = ({ warnings }: RunResult): boolean =>
  warnings?.some(({ code }) => code === 'no_text_layer') ?? false;

/** Converts a PDF. If pages have no text, or on request, text recognition makes a searchable copy first. */
export async function convertWithOcr(
  context: Context,
  path: string,
  dir: string,
  convert: Convert,
): Promise<RunResult> {
  const { options, inputs, progress, begin } = context;
  const { ocr = 'auto', languages = usualLanguages, password, pages } = options;
  if (ocr !== 'always') {
    const result = await convert(context, path, dir);
    if (!hasNoText(result) || ocr === 'never') return result;
    // This is loaded only for scans: text recognition would be most of a host's start-up time.
    const { canReadScans } = await import('../../../ocr/searchable.ts');
    if (!(await canReadScans(languages))) return result;
  }
  const { makeSearchable } = await import('../../../ocr/searchable.ts');
  const asked = { languages, password, pages, again: ocr === 'always' };
  const read = await makeSearchable({ ...inputs[0], path }, asked, dir, {
    begin,
    progress: done => progress(0.9 * done),
  });
  const again = join(dir, 'again');
  await mkdir(again);
  const { password: _, ...rest } = options;
  const result = await convert({ ...context, options: rest }, read.path, again);
  // A page that still has no words after recognition is a photo.
  const warnings = (result.warnings ?? []).filter(({ code }) => code !== 'no_text_layer' || read.words === 0);
  return { ...result, warnings, engines: [...new Set([...read.engines, ...result.engines])] };
}
