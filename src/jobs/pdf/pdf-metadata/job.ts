import { Type } from 'typebox';
import { defineJobType, Refusal } from '../../job-type.ts';
import { resolveOnePdf } from '../documents/resolution.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

const entry = (description: string) =>
  Type.Optional(Type.String({ description: `${description} An empty text removes it.`, maxLength: 2000 }));

const time = (description: string) =>
  Type.Optional(Type.String({ format: 'date-time', description, examples: ['2026-11-18T09:30:00+01:00'] }));

/** Entries that options set, or that have a meaning of their own. */
const reserved = [
  ...['Title', 'Author', 'Subject', 'Keywords', 'Creator', 'Producer', 'CreationDate', 'ModDate', 'Trapped'],
];

const unchanged = { '': 'Unchanged' };

export const job = defineJobType({
  id: 'pdf-metadata',
  tabs: [pdfTab],
  title: 'Edit PDF metadata',
  summary:
    'Sets or removes the metadata of a document: title, author, subject, keywords, programs, dates and entries of your own.',
  accepts: ['pdf'],
  inputs: 'one',
  options: Type.Object(
    {
      title: entry('The title.'),
      author: entry('The author.'),
      subject: entry('The subject.'),
      keywords: entry('The keywords, with any separator.'),
      creator: entry('The program the document was written with.'),
      producer: entry('The program that made the PDF.'),
      created: time('When the document was made.'),
      modified: time('When the document was last changed.'),
      custom: Type.Optional(
        Type.Record(
          Type.String({
            pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,59}$',
            description: 'Letters, digits, dots, dashes and underscores, beginning with a letter.',
          }),
          Type.String({ maxLength: 2000 }),
          {
            title: 'Custom fields',
            description: 'Entries of your own by name. An empty text removes one.',
            maxProperties: 50,
            examples: [{ Department: 'Sales' }],
          },
        ),
      ),
      clear: Type.Boolean({
        title: 'Remove everything first',
        description: 'Remove all existing metadata first, including the creating program, dates and XMP.',
        default: false,
      }),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  form: {
    title: { help: 'The title of the document.', labels: unchanged },
    author: { help: 'The author of the document.', labels: unchanged },
    subject: { help: 'The subject of the document.', labels: unchanged },
    keywords: { help: 'Keywords, with any separator.', labels: unchanged },
    creator: { labels: unchanged },
    producer: { labels: unchanged },
    created: { labels: unchanged },
    modified: { labels: unchanged },
    clear: { help: 'Remove all existing entries, dates and program names first.' },
  },
  needs: [
    {
      options: ['title', 'author', 'subject', 'keywords', 'clear'],
      hint: 'Enter a title, an author, a subject or keywords',
    },
  ],
  example: { clear: true },
  resolve: ({ options: { password: _, clear, ...set } }) => {
    if (!clear && Object.keys(set).length === 0)
      throw new Refusal('options', '`options` must contain at least one entry to set or remove.');
    const taken = Object.keys(set.custom ?? {}).find(name => reserved.includes(name));
    if (taken !== undefined)
      throw new Refusal(
        'options.custom',
        `\`options.custom\` must not contain ${taken}, which is not an entry of your own.`,
      );
    return resolveOnePdf();
  },
});
