import { Type } from 'typebox';
import { defineJobType, turnInto } from '../../job-type.ts';
import { fontTab } from '../tab.ts';
import { verb } from './verb.ts';

const fonts = ['ttf', 'otf', 'woff', 'woff2'] as const;

export const job = defineJobType({
  id: 'font-convert',
  tabs: [fontTab],
  title: 'Convert a font',
  summary:
    'Converts a font between ttf, otf, woff and woff2, and makes it smaller by keeping only some characters.',
  accepts: fonts,
  inputs: 'one',
  verb,
  heading: turnInto,
  offersFormats: true,
  offersSameFormat: true,
  suggestedFor: [
    { inputs: fonts, format: 'woff2', rank: 10 },
    { inputs: fonts, format: 'ttf', rank: 20 },
  ],
  converts: 'format',
  options: Type.Object(
    {
      outputFormat: Type.Union(
        [Type.Literal('ttf'), Type.Literal('otf'), Type.Literal('woff'), Type.Literal('woff2')],
        {
          description: 'The format to convert to. A ttf has TrueType outlines, an otf PostScript outlines.',
        },
      ),
      text: Type.Optional(
        Type.String({
          'x-group': 'Characters',
          description: 'Keep only the characters of this text.',
          minLength: 1,
          maxLength: 20_000,
        }),
      ),
      unicodes: Type.Optional(
        Type.String({
          title: 'Code points',
          'x-group': 'Characters',
          description: 'Keep only these code points and ranges, in the syntax of `unicode-range` in CSS.',
          pattern: '^U\\+[0-9A-Fa-f]{1,6}(-[0-9A-Fa-f]{1,6})?(, ?U\\+[0-9A-Fa-f]{1,6}(-[0-9A-Fa-f]{1,6})?)*$',
          maxLength: 2000,
          examples: ['U+0000-00FF,U+20AC'],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  form: {
    unicodes: { help: 'Keep only these code points, such as U+0020-007E.' },
  },
  resolve: ({ options }) => ({ outputs: [options.outputFormat], count: 'one', engines: ['fonttools'] }),
});
