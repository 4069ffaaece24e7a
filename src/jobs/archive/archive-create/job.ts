import { Type } from 'typebox';
import { type FormatId, formats } from '../../../formats/formats.ts';
import { defineJobType, Refusal } from '../../job-type.ts';
import { archiveTab } from '../tab.ts';
import { verb } from './verb.ts';

const everyFormat: readonly FormatId[] = [...formats.keys()];
const outputs = { zip: 'zip', 'tar.gz': 'gz', 'tar.zst': 'zst', '7z': '7z' } as const;

export const job = defineJobType({
  id: 'archive-create',
  tabs: [archiveTab],
  title: 'Pack files',
  summary: 'Packs files into one archive, which may have a password.',
  accepts: everyFormat,
  inputs: 'many',
  roles: [{ name: 'file', title: 'A file to pack.', many: true }],
  verb,
  limits: { seconds: 3600, memoryMb: 2048 },
  options: Type.Object(
    {
      outputFormat: Type.String({
        enum: Object.keys(outputs),
        description: 'The kind of archive.',
      }),
      level: Type.Integer({
        description: 'How hard to compress: 0 only stores, 9 takes longest.',
        minimum: 0,
        maximum: 9,
        default: 5,
      }),
      password: Type.Optional(
        Type.String({
          'x-group': 'Protection',
          description:
            'Encrypts the files (AES-256) in zip and 7z; a 7z archive then hides their names, too. A zip with a password is opened by most programs, but not by those built into Windows.',
          writeOnly: true,
          minLength: 1,
          maxLength: 1024,
          pattern: '^[^\\u0000-\\u001f\\u007f]+$',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  form: {
    level: { help: 'From 0, which only stores the files, to 9, which takes longest.' },
    password: { help: 'Encrypts the files.', shownWhen: { outputFormat: ['zip', '7z'] } },
  },
  resolve: ({ options: { outputFormat, password } }) => {
    if (password !== undefined && outputFormat.startsWith('tar.'))
      throw new Refusal('options.password', `\`options.password\` has no meaning for ${outputFormat}.`);
    // Programs do not agree on how other letters are encoded in the password of a zip.
    if (outputFormat === 'zip' && password !== undefined && !/^[\x20-\x7e]+$/.test(password))
      throw new Refusal(
        'options.password',
        '`options.password` must be of ASCII letters, digits and signs for zip; 7z takes any.',
      );
    return {
      outputs: [outputs[outputFormat as keyof typeof outputs]],
      count: 'one',
      engines: ['sevenzip'],
    };
  },
});
