import { Type } from 'typebox';
import { pagesGrammar, pagesPattern as pattern } from '../../../engines/page-spans.ts';

/** The option for pages of a document. A text that does not match is refused when the job is created. */
export const pageSpansOption = (description: string, more: { 'x-group'?: string } = {}) =>
  Type.String({
    ...more,
    description: `${description} ${pagesGrammar}`,
    pattern,
    maxLength: 2000,
    examples: ['1-3,5,8-'],
  });

/** Makes the option that limits a job to some pages. */
export const pagesOption = (description: string) => pageSpansOption(description, { 'x-group': 'Pages' });
