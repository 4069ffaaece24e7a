import { Type } from 'typebox';
import type { FormatId } from '../../../formats/formats.ts';
import { defineJobType, turnInto } from '../../job-type.ts';
import { mediaTab } from '../tab.ts';
import { verb } from './verb.ts';

const formats: readonly FormatId[] = ['srt', 'vtt', 'ass', 'ttml', 'sbv'];

export const job = defineJobType({
  id: 'subtitle-convert',
  tabs: [mediaTab],
  title: 'Convert subtitles',
  summary:
    'Converts subtitles to another format, or to plain text or JSON, and shifts or stretches their times.',
  accepts: formats,
  inputs: 'one',
  verb,
  heading: turnInto,
  offersFormats: { txt: { title: 'Text', note: 'The words without times.' } },
  offersSameFormat: true,
  suggestedFor: [
    { inputs: formats.filter(format => format !== 'srt'), format: 'srt', rank: 10 },
    { inputs: formats.filter(format => format !== 'vtt'), format: 'vtt', rank: 20 },
    { inputs: formats, format: 'txt', rank: 30 },
  ],
  converts: 'format',
  options: Type.Object(
    {
      outputFormat: Type.String({
        enum: ['srt', 'vtt', 'ass', 'ttml', 'sbv', 'txt', 'json'],
        description: 'The format to convert to, in UTF-8.',
      }),
      shift: Type.Optional(
        Type.Number({
          title: 'Shift (seconds)',
          'x-group': 'Times',
          description: 'Seconds to add to all times. With a negative number, subtitles appear earlier.',
          minimum: -86_400,
          maximum: 86_400,
        }),
      ),
      speed: Type.Optional(
        Type.Number({
          'x-group': 'Times',
          description:
            'How many times as fast the recording plays: 1.0427 for a change from 23.976 to 25 frames per second.',
          minimum: 0.1,
          maximum: 10,
        }),
      ),
      encoding: Type.Optional(
        Type.String({
          description: 'The character encoding of the input, such as windows-1251. Detected by default.',
          pattern: '^[A-Za-z0-9][A-Za-z0-9._:-]{0,39}$',
          examples: ['windows-1252'],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  form: {
    shift: { help: 'Seconds added to all times; negative shows subtitles earlier.' },
    speed: { help: 'How many times as fast the recording is played.' },
    encoding: {
      help: 'The character encoding of the file, detected unless you give it.',
      labels: { '': 'Automatic' },
    },
  },
  resolve: ({ options }) => ({
    outputs: [options.outputFormat as FormatId],
    count: 'one',
    engines: ['plaintext'],
  }),
});
