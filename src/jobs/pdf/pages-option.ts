import { Type } from 'typebox';
import { pagesPattern as pattern } from './pages.ts';

const grammar =
  'Comma-separated pages and ranges, counted from 1: `1-3,5,8-`. A negative number counts from the end (`-1` is the last page), `8-` means to the end, `5-2` runs backwards.';

/** The schema of every option that names pages: what it does not match is refused when the job is created. */
export const pagesOption = (description: string) =>
  Type.String({ description: `${description} ${grammar}`, pattern, maxLength: 2000, examples: ['1-3,5,-1'] });
