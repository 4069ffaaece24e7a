import { Type } from 'typebox';
import { defineJobType, Refusal } from '../../job-type.ts';
import { pdfHost } from '../documents/resolution.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

const bookmark = Type.Object(
  {
    title: Type.String({ maxLength: 1000 }),
    page: Type.Optional(
      Type.Integer({
        description: 'The page, counted from 1. A title without a page or an address leads nowhere.',
        minimum: 1,
        maximum: 100_000,
        examples: [1],
      }),
    ),
    url: Type.Optional(
      Type.String({
        title: 'Web address',
        description: 'Instead of a page: an address on the web.',
        minLength: 1,
        maxLength: 2000,
      }),
    ),
    level: Type.Integer({
      description: '1 for the outermost bookmarks, 2 for those below them.',
      minimum: 1,
      maximum: 32,
      default: 1,
    }),
  },
  { additionalProperties: false },
);

export const job = defineJobType({
  id: 'pdf-bookmarks',
  tabs: [pdfTab],
  title: 'Bookmarks',
  summary: 'Lists the bookmarks of a document as JSON, or replaces them.',
  accepts: ['pdf'],
  inputs: 'one',
  finalStepOnly: true,
  options: Type.Object(
    {
      action: Type.Union([Type.Literal('list'), Type.Literal('set')], {
        description: '`list`: write the bookmarks as JSON. `set`: replace them by those in `bookmarks`.',
        default: 'list',
      }),
      bookmarks: Type.Optional(
        Type.Array(bookmark, {
          description: 'For `set`: the bookmarks in their order. An empty list removes all.',
          maxItems: 5000,
          examples: [[{ title: 'Chapter 1', page: 1, level: 1 }]],
        }),
      ),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  form: {
    action: { help: 'What to do with the bookmarks.', labels: { list: 'List', set: 'Replace' } },
    bookmarks: { help: 'The new bookmarks in their order.', shownWhen: { action: ['set'] } },
  },
  needs: [{ options: ['bookmarks'], hint: 'Add a bookmark', when: { action: ['set'] } }],
  resolve: ({ options: { action, bookmarks } }) => {
    if ((action === 'set') !== (bookmarks !== undefined))
      throw new Refusal(
        'options.bookmarks',
        action === 'set'
          ? '`options.bookmarks` is required when `options.action` is "set".'
          : '`options.bookmarks` must be left out when `options.action` is "list".',
      );
    for (const [index, { page, url }] of (bookmarks ?? []).entries())
      if (page !== undefined && url !== undefined)
        throw new Refusal(
          `options.bookmarks.${index}`,
          `\`options.bookmarks[${index}]\` has a \`page\` and a \`url\`. Give one of them.`,
        );
    return {
      outputs: [action === 'set' ? 'pdf' : 'json'],
      count: 'one',
      engines: ['pikepdf'],
      host: pdfHost,
    };
  },
});
