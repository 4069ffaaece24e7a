import { Type } from 'typebox';
import { defineJobType, Refusal } from '../../job-type.ts';
import { pdfHost } from '../documents/resolution.ts';
import { pageSpansOption } from '../options/pages-option.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

/** The option that defines the cuts, for each mode that needs one. */
const cutters = { each: undefined, ranges: 'ranges', every: 'every', bookmarks: 'level' } as const;

export const job = defineJobType({
  id: 'pdf-split',
  tabs: [pdfTab],
  title: 'Split a PDF',
  summary:
    'Splits a document into several: by page, by ranges, by a number of pages, or at its bookmarks. Each keeps the bookmarks, links, labels and form fields of its own pages.',
  accepts: ['pdf'],
  inputs: 'one',
  suggestedFor: [{ inputs: ['pdf'], rank: 70 }],
  finalStepOnly: true,
  options: Type.Object(
    {
      mode: Type.Union(
        [Type.Literal('each'), Type.Literal('ranges'), Type.Literal('every'), Type.Literal('bookmarks')],
        {
          description:
            '`each`: one file per page. `ranges`: one file per range. `every`: one file per `every` pages. `bookmarks`: a new file at each bookmark.',
          default: 'each',
        },
      ),
      ranges: Type.Optional(pageSpansOption('For mode `ranges`: the ranges, each of which becomes a file.')),
      every: Type.Optional(
        Type.Integer({
          title: 'Pages per file',
          description: 'For mode `every`: the number of pages per file.',
          minimum: 1,
          maximum: 100_000,
        }),
      ),
      level: Type.Optional(
        Type.Integer({
          title: 'Bookmark level',
          description:
            'For mode `bookmarks`: the deepest level of the outline at which to split. By default 1.',
          minimum: 1,
          maximum: 10,
        }),
      ),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  limits: { seconds: 900 },
  resolve: ({ options }) => {
    const needed = cutters[options.mode];
    for (const name of ['ranges', 'every', 'level'] as const)
      if (options[name] !== undefined && name !== needed)
        throw new Refusal(
          `options.${name}`,
          `\`options.${name}\` must be left out when \`options.mode\` is "${options.mode}".`,
        );
    if (needed && needed !== 'level' && options[needed] === undefined)
      throw new Refusal(
        `options.${needed}`,
        `\`options.${needed}\` is required when \`options.mode\` is "${options.mode}".`,
      );
    return { outputs: ['pdf'], count: 'many', engines: ['pikepdf'], host: pdfHost };
  },
});
