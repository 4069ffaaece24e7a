import { Type } from 'typebox';
import { defineJobType } from '../../job-type.ts';
import { resolveOnePdf } from '../documents/resolution.ts';
import { pdfTab } from '../tab.ts';

export const job = defineJobType({
  id: 'pdf-unlock',
  tabs: [pdfTab],
  title: 'Unlock a PDF',
  summary: 'Removes the encryption and restrictions of a document whose password is known.',
  accepts: ['pdf'],
  inputs: 'one',
  options: Type.Object(
    {
      password: Type.String({
        'x-group': 'Protection',
        description: "The document's user or owner password.",
        writeOnly: true,
        minLength: 1,
        maxLength: 1024,
      }),
    },
    { additionalProperties: false },
  ),
  form: {
    password: { help: 'The password of the document.' },
  },
  needs: [{ options: ['password'], hint: 'Enter the password' }],
  resolve: () => resolveOnePdf(),
});
