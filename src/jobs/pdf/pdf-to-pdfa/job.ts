import { Type } from 'typebox';
import { oneOf } from '../../../contract/schemas/fields.ts';
import { defineJobType, Refusal, turnInto } from '../../job-type.ts';
import { archivingEngines, resolveOnePdf } from '../documents/resolution.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

export const job = defineJobType({
  id: 'pdf-to-pdfa',
  tabs: [pdfTab],
  title: 'PDF to PDF/A',
  summary:
    'Converts a document for archiving (PDF/A): all fonts are embedded, colours are in sRGB. Form fields and comments are flattened; scripts are left out, and attachments except in PDF/A-3b. With `pdfua`, a tagged document stays accessible.',
  accepts: ['pdf'],
  inputs: 'one',
  heading: turnInto,
  options: Type.Object(
    {
      standard: oneOf(['1b', '2b', '3b'], {
        title: 'Standard',
        description:
          'The part of the standard. `1b`: the oldest, for archives that ask for it; documents with transparency are refused. `2b`: what most archives ask for. `3b`: like `2b`, and attachments are kept.',
        default: '2b',
      }),
      pdfua: Type.Boolean({
        title: 'Accessible PDF (PDF/UA)',
        description:
          'Keep the tags and conform to PDF/UA-1 too. The document is kept as it is, so it must be tagged, and have a title, a language and descriptions of its pictures; otherwise the job fails.',
        default: false,
      }),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  form: {
    pdfua: {
      help: 'Keep the tags of a document that is already accessible.',
      shownWhen: { standard: ['2b', '3b'] },
    },
    standard: {
      help: 'PDF/A-2b is what most archives ask for.',
      labels: {
        '1b': 'PDF/A-1b, without transparency',
        '2b': 'PDF/A-2b',
        '3b': 'PDF/A-3b, with attachments',
      },
    },
  },
  limits: { seconds: 1800 },
  resolve: ({ options }) => {
    if (options.pdfua && options.standard === '1b')
      throw new Refusal('options.pdfua', '`options.pdfua` requires `options.standard` to be "2b" or "3b".');
    return resolveOnePdf(...archivingEngines);
  },
});
