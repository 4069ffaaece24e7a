import { Type } from 'typebox';
import { defineJobType } from '../../job-type.ts';
import { pdfHost } from '../documents/resolution.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

export const job = defineJobType({
  id: 'pdf-compare',
  tabs: [pdfTab],
  title: 'Compare two PDFs',
  summary:
    'Finds the words that differ between two versions of a document, wherever lines and pages break, and the areas that look different.',
  accepts: ['pdf'],
  offersActions: [
    {
      title: 'Compare two PDFs',
      note: 'Both versions side by side, with marks where they differ.',
      options: { outputFormat: 'pdf' },
    },
    {
      title: 'List the changes between two PDFs',
      note: 'The changes with their pages and places as JSON.',
      options: { outputFormat: 'json' },
    },
    {
      title: 'Compare the pages of two PDFs as pictures',
      note: 'Pictures of the pages that differ, side by side with marks.',
      options: { outputFormat: 'png' },
    },
  ],
  inputs: 'many',
  roles: [
    { name: 'old', title: 'The earlier version.' },
    { name: 'new', title: 'The later version.' },
  ],
  options: Type.Object(
    {
      outputFormat: Type.Union([Type.Literal('json'), Type.Literal('pdf'), Type.Literal('png')], {
        description:
          '`json`: the changes with pages and boxes. `pdf`: both versions side by side with marks. `png`: pictures of the pages that differ, side by side with marks.',
        default: 'json',
      }),
      mode: Type.Optional(
        Type.Union([Type.Literal('text'), Type.Literal('visual'), Type.Literal('both')], {
          description:
            '`text`: compare words. `visual`: compare the pages as they look. By default `visual` for png, otherwise `text`.',
        }),
      ),
      ignore: Type.Array(
        Type.Union([Type.Literal('whitespace'), Type.Literal('case'), Type.Literal('numbers')]),
        {
          description:
            'Differences to ignore: spaces within and between words, upper and lower case, numbers.',
          uniqueItems: true,
          default: [],
        },
      ),
      password: passwordOption('The password of an encrypted document. The output is not encrypted.'),
      newPassword: passwordOption(
        'The password of the later version, if it is a different one.',
        'Password of the later version',
      ),
    },
    { additionalProperties: false },
  ),
  form: {
    outputFormat: { help: 'A list of changes, or both versions side by side with marks.' },
    mode: {
      help: 'Compare the words, the look of the pages, or both.',
      labels: { text: 'Words', visual: 'Look of the pages', both: 'Both' },
    },
    ignore: {
      help: 'Differences that do not count.',
      labels: { whitespace: 'Spaces', case: 'Capital letters', numbers: 'Numbers' },
    },
  },
  limits: { seconds: 1800, memoryMb: 3072 },
  resolve: ({ options: { outputFormat } }) => ({
    outputs: [outputFormat],
    count: outputFormat === 'png' ? 'many' : 'one',
    engines: ['pikepdf', 'pdfium', ...(outputFormat === 'png' ? ['sharp'] : [])],
    host: pdfHost,
  }),
});
