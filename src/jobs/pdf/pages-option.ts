import { Type } from 'typebox';
import { pagesGrammar, pagesPattern as pattern } from '../../engines/page-spans.ts';

/** The schema of every option that names pages: what it does not match is refused when the job is created. */
export const pagesOption = (description: string) =>
  Type.String({
    description: `${description} ${pagesGrammar}`,
    pattern,
    maxLength: 2000,
    examples: ['1-3,5,8-'],
  });
