import { Type } from 'typebox';
import { defineJobType, Refusal } from '../../job-type.ts';
import { resolveOnePdf } from '../documents/resolution.ts';
import { pdfTab } from '../tab.ts';

// As much as the encryption takes into account, in bytes of UTF-8.
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
  summary:
    'Encrypts a document with AES-256, with a password to open it, permissions for its readers, or both.',
  accepts: ['pdf'],
  inputs: 'one',
  options: Type.Object(
    {
      userPassword: newPassword(
        'Password to open',
        'Asked for when the document is opened. Without it anyone can open it.',
      ),
      ownerPassword: newPassword(
        'Password to change',
        'Lifts the restrictions. A random one is taken unless given.',
      ),
      permissions: Type.Object(
        {
          print: Type.Union([Type.Literal('none'), Type.Literal('low'), Type.Literal('high')], {
            description: 'Printing: not at all, in low resolution only, or as it is.',
            default: 'high',
          }),
          copy: permission('Copying text and images.'),
          modify: permission('Changing the content.'),
          annotate: permission('Adding comments.'),
          fillForms: permission('Filling in form fields.'),
          assemble: permission('Inserting, removing and turning pages.'),
        },
        {
          'x-group': 'Protection',
          description: 'What readers without the owner password may do.',
          additionalProperties: false,
          default: {},
        },
      ),
      password: Type.Optional(
        Type.String({
          'x-group': 'Protection',
          description: 'Opens a document that is encrypted already; its old protection is replaced.',
          writeOnly: true,
          minLength: 1,
          maxLength: 1024,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  example: { userPassword: 'secret' },
  resolve: ({ options }) => {
    if (options.userPassword === undefined && options.ownerPassword === undefined)
      throw new Refusal(
        'options.userPassword',
        '`options.userPassword`, `options.ownerPassword` or both are required.',
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
