import { Type } from 'typebox';
import { defineJobType, Refusal } from '../../job-type.ts';
import { resolveOnePdf } from '../documents/resolution.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

const entry = (description: string) =>
  Type.Optional(Type.String({ description: `${description} An empty text removes it.`, maxLength: 2000 }));

export const job = defineJobType({
  id: 'pdf-metadata',
  tabs: [pdfTab],
  title: 'Edit PDF metadata',
  summary: 'Sets or removes the metadata of a document: title, author, subject, keywords.',
  accepts: ['pdf'],
  inputs: 'one',
  options: Type.Object(
    {
      title: entry('The title.'),
      author: entry('The author.'),
      subject: entry('The subject.'),
      keywords: entry('The keywords, with any separator.'),
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
    title: { help: 'The title of the document.' },
    author: { help: 'The author of the document.' },
    subject: { help: 'The subject of the document.' },
    keywords: { help: 'Keywords, with any separator.' },
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
    return resolveOnePdf();
  },
});
