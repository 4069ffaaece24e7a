import { Type } from 'typebox';
import { defineJobType, Refusal } from '../../job-type.ts';
import { pdfHost } from '../documents/resolution.ts';
import { pageSpansOption } from '../options/pages-option.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

/** The option that defines the cuts, for each mode that needs one. */
const cutters = {
  each: undefined,
  ranges: 'ranges',
  every: 'every',
  bookmarks: 'level',
  codes: 'separator',
} as const;

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
        [
          Type.Literal('each'),
          Type.Literal('ranges'),
          Type.Literal('every'),
          Type.Literal('bookmarks'),
          Type.Literal('codes'),
        ],
        {
          description:
            '`each`: one file per page. `ranges`: one file per range. `every`: one file per `every` pages. `bookmarks`: a new file at each bookmark. `codes`: a new file at each page with a bar code or QR code; these separator pages are left out.',
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
      separator: Type.Optional(
        Type.String({
          title: 'Text of separators',
          description:
            'For mode `codes`: only codes with this text separate files. By default any code does.',
          minLength: 1,
          maxLength: 1000,
        }),
      ),
      keepSeparators: Type.Boolean({
        title: 'Keep separator pages',
        description: 'For mode `codes`: keep each separator page as the first page of its file.',
        default: false,
      }),
      doubleSided: Type.Boolean({
        title: 'Separators have a back',
        description:
          'For mode `codes`: the scanner read both sides of the separators, so the page after each one is its back and is treated like it.',
        default: false,
      }),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  form: {
    mode: {
      help: 'Where to cut the document.',
      labels: {
        each: 'One file per page',
        ranges: 'One file per range',
        every: 'After a number of pages',
        bookmarks: 'At each bookmark',
        codes: 'At separator pages with a bar code',
      },
    },
    ranges: {
      help: 'Pages and ranges, each of which becomes a file.',
      shownWhen: { mode: ['ranges'] },
    },
    every: { help: 'The number of pages in each file.', shownWhen: { mode: ['every'] } },
    level: {
      help: 'The deepest level at which to cut.',
      standard: 1,
      shownWhen: { mode: ['bookmarks'] },
    },
    separator: {
      help: 'Only codes with this text separate files.',
      shownWhen: { mode: ['codes'] },
    },
    keepSeparators: {
      help: 'Keep each separator page as the first page of its file.',
      shownWhen: { mode: ['codes'] },
    },
    doubleSided: {
      help: 'The page after each separator is its back.',
      shownWhen: { mode: ['codes'] },
    },
  },
  needs: [
    { options: ['ranges'], hint: 'Choose pages', when: { mode: ['ranges'] } },
    { options: ['every'], hint: 'Choose a number of pages', when: { mode: ['every'] } },
  ],
  limits: { seconds: 3600 },
  resolve: ({ options }) => {
    const needed = cutters[options.mode];
    for (const name of ['ranges', 'every', 'level', 'separator'] as const)
      if (options[name] !== undefined && name !== needed)
        throw new Refusal(
          `options.${name}`,
          `\`options.${name}\` must be left out when \`options.mode\` is "${options.mode}".`,
        );
    if (needed && (needed === 'ranges' || needed === 'every') && options[needed] === undefined)
      throw new Refusal(
        `options.${needed}`,
        `\`options.${needed}\` is required when \`options.mode\` is "${options.mode}".`,
      );
    const readers = options.mode === 'codes' ? ['pdfium', 'zxing'] : [];
    return { outputs: ['pdf'], count: 'many', engines: ['pikepdf', ...readers], host: pdfHost };
  },
});
