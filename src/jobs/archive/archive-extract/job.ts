import { Type } from 'typebox';
import { limits } from '../../../settings/limits.ts';
import { defineJobType, Refusal } from '../../job-type.ts';
import { archiveTab } from '../tab.ts';
import { verb } from './verb.ts';

const patterns = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
      'x-group': 'Files',
      description,
      maxItems: 100,
      examples: [['*.pdf', 'docs/**']],
    }),
  );

const archives = ['zip', 'tar', 'gz', 'bz2', 'xz', 'zst', '7z', 'rar'] as const;

export const job = defineJobType({
  id: 'archive-extract',
  tabs: [archiveTab],
  title: 'Unpack an archive',
  summary:
    'Unpacks the files of an archive, all or some, or lists them. Links, devices and folders are never made: each file is an output whose `path` in the metadata is its place in the archive.',
  accepts: archives,
  inputs: 'one',
  verb,
  suggestedFor: [{ inputs: archives, rank: 10 }],
  finalStepOnly: true,
  limits: { seconds: 3600 },
  options: Type.Object(
    {
      list: Type.Boolean({
        title: 'List only',
        description: 'Write a list of the entries as JSON instead of unpacking them.',
        default: false,
      }),
      include: patterns(
        'Only files whose path matches one of these patterns: `*.pdf` in any folder, `docs/**` all of a folder.',
      ),
      exclude: patterns('No files whose path matches one of these patterns.'),
      nested: Type.Integer({
        title: 'Nested archives',
        'x-group': 'Files',
        description:
          'Also unpack archives within the archive, this many levels deep. With 0 they stay files.',
        minimum: 0,
        maximum: limits.archive.depth,
        default: 0,
      }),
      password: Type.Optional(
        Type.String({
          'x-group': 'Protection',
          description: 'The password of an encrypted archive.',
          writeOnly: true,
          minLength: 1,
          maxLength: 1024,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  form: {
    include: { help: 'Only files that match a pattern, such as *.pdf or docs/**.' },
    exclude: { help: 'Leave out files that match a pattern.' },
    nested: { help: 'Also unpack archives within the archive, this many levels deep.' },
  },
  resolve: ({ input, options }) => {
    if (options.list && options.nested > 0)
      throw new Refusal(
        'options.nested',
        '`options.nested` must be 0 or left out when `options.list` is true.',
      );
    // 7-Zip also unpacks the ZIP files that libarchive cannot, and any format may be nested in another.
    const engines =
      input === '7z' && options.nested === 0
        ? ['sevenzip']
        : input === 'zip' || input === '7z' || options.nested > 0
          ? ['libarchive', 'sevenzip']
          : ['libarchive'];
    return options.list
      ? { outputs: ['json'], count: 'one', engines }
      : { outputs: ['bin'], count: 'many', engines };
  },
});
