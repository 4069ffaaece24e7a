import { Type } from 'typebox';
import { defineJobType, Refusal, timestampServer } from '../../job-type.ts';
import { resolveOnePdf } from '../documents/resolution.ts';
import { boxOption } from '../options/box.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

const text = (title: string, description: string) =>
  Type.Optional(Type.String({ title, 'x-group': 'Signature', description, minLength: 1, maxLength: 300 }));

export const job = defineJobType({
  id: 'pdf-sign',
  tabs: [pdfTab],
  title: 'Sign a PDF',
  summary:
    'Signs a document with a certificate (PAdES B-B or B-T), visibly or not. Earlier signatures stay valid, because the file is only added to.',
  accepts: ['pdf'],
  inputs: 'one',
  options: Type.Object(
    {
      certificate: Type.String({
        'x-group': 'Certificate',
        description:
          'A PKCS#12 file (.p12, .pfx) with the certificate and its key, in base64. It is stored encrypted until the job has ended, and never shown.',
        contentEncoding: 'base64',
        writeOnly: true,
        minLength: 1,
        maxLength: 200_000,
      }),
      certificatePassword: Type.Optional(
        Type.String({
          title: 'Password of the certificate',
          'x-group': 'Certificate',
          description: 'The password that opens the PKCS#12 file. Leave it out if there is none.',
          writeOnly: true,
          maxLength: 1024,
        }),
      ),
      box: Type.Optional(
        boxOption(
          'The place of a visible signature in a new field. Without it and a field of the document, the signature is invisible.',
          { 'x-group': 'Appearance' },
        ),
      ),
      field: Type.Optional(
        Type.String({
          title: 'Signature field',
          'x-group': 'Appearance',
          description:
            'The full name of an empty signature field of the document, which shows the signature. By default it is the only empty one, if there is just one.',
          minLength: 1,
          maxLength: 1024,
        }),
      ),
      reason: text('Reason', 'The reason for signing, for example "I approve this document".'),
      location: text('Location', 'The place of signing.'),
      timestamp: Type.Boolean({
        'x-group': 'Signature',
        description:
          'Have a timestamp server confirm the time of signing (PAdES B-T). Available only if the operator of the installation has set up such a server, which receives the digest of the signature, not the document.',
        default: false,
      }),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  form: {
    certificate: { help: 'A .p12 or .pfx file with the certificate and its key.', control: 'file' },
    certificatePassword: { help: 'The password of this file, if it has one.' },
    timestamp: { help: 'A server confirms the time of signing.' },
    field: { help: 'The name of an empty field of the form. If there is just one, it is found.' },
    box: { help: 'Draw where to show the signature if the document has no field for it.' },
  },
  needs: [{ options: ['certificate'], hint: 'Choose a certificate' }],
  resolve: ({ options }) => {
    if (options.box && options.field !== undefined)
      throw new Refusal(
        'options.box',
        '`options.box` makes a new field, so it cannot be combined with `options.field`. Give one of them.',
      );
    return resolveOnePdf('cryptography', 'pango', ...(options.timestamp ? [timestampServer] : []));
  },
});
