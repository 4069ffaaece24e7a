import { Type } from 'typebox';
import { defineJobType, Refusal } from '../../job-type.ts';
import { resolveOnePdf } from '../documents/resolution.ts';
import { pdfTab } from '../tab.ts';

// The length of a password that the encryption uses, in bytes of UTF-8.
const longest = 127;

const newPassword = (title: string, description: string) =>
  Type.Optional(
    Type.String({
      title,
      'x-group': 'Protection',
      description,
      writeOnly: true,
      minLength: 1,
      maxLength: longest,
    }),
  );

const permission = (description: string) => Type.Boolean({ description, default: true });

export const job = defineJobType({
  id: 'pdf-protect',
  tabs: [pdfTab],
  title: 'Protect a PDF',
  summary: 'Encrypts a document with AES-256, with a password to open it, restricted permissions, or both.',
  accepts: ['pdf'],
  inputs: 'one',
  options: Type.Object(
    {
      userPassword: newPassword(
        'Password to open',
        'Required to open the document. Without it, anyone can open the document.',
      ),
      ownerPassword: newPassword('Password to change', 'Lifts the restrictions. By default a random one.'),
      permissions: Type.Object(
        {
          print: Type.Union([Type.Literal('none'), Type.Literal('low'), Type.Literal('high')], {
            description: 'Printing: none, only in low resolution, or unrestricted.',
            default: 'high',
          }),
          copy: permission('Copying text and images.'),
          modify: permission('Changing the content.'),
          annotate: permission('Adding comments.'),
          fillForms: permission('Filling in form fields.'),
          assemble: permission('Inserting, removing and rotating pages.'),
        },
        {
          'x-group': 'Protection',
          description: 'What is allowed without the owner password.',
          additionalProperties: false,
          default: {},
        },
      ),
      password: Type.Optional(
        Type.String({
          'x-group': 'Protection',
          description:
            'The password of a document that is already encrypted. Its old protection is replaced.',
          writeOnly: true,
          minLength: 1,
          maxLength: 1024,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  form: {
    userPassword: { help: 'Needed to open the document.' },
    ownerPassword: { help: 'Lifts the restrictions below.' },
    permissions: { help: 'What is allowed to those who only have the password to open.' },
    password: { help: 'The password of a document that is already protected.' },
  },
  needs: [{ options: ['userPassword', 'ownerPassword'], hint: 'Choose a password' }],
  example: { userPassword: 'secret' },
  resolve: ({ options }) => {
    if (options.userPassword === undefined && options.ownerPassword === undefined)
      throw new Refusal(
        'options.userPassword',
        'At least one of `options.userPassword` and `options.ownerPassword` is required.',
      );
    for (const name of ['userPassword', 'ownerPassword'] as const)
      if (Buffer.byteLength(options[name] ?? '') > longest)
        throw new Refusal(`options.${name}`, `\`options.${name}\` must be at most ${longest} bytes long.`);
    if (options.userPassword !== undefined && options.userPassword === options.ownerPassword)
      throw new Refusal(
        'options.ownerPassword',
        '`options.ownerPassword` must differ from `options.userPassword`.',
      );
    return resolveOnePdf();
  },
});
