import { Type } from 'typebox';
import { type FormatId, soundFormats } from '../../../formats/formats.ts';
import { defineJobType, Refusal } from '../../job-type.ts';
import { mediaTab } from '../tab.ts';
import { verb } from './verb.ts';

const colour = (description: string, { value, title }: { value?: string; title?: string } = {}) =>
  Type.Optional(
    Type.String({
      ...(title && { title }),
      description,
      'x-group': 'Appearance',
      pattern: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$',
      examples: ['#3366cc'],
      ...(value !== undefined && { default: value }),
    }),
  );

export const job = defineJobType({
  id: 'audio-waveform',
  tabs: [mediaTab],
  title: 'Draw a waveform',
  summary:
    'Draws the waveform of a recording as a picture, or writes its peaks as JSON for players on web pages.',
  accepts: soundFormats,
  inputs: 'one',
  verb,
  suggestedFor: [{ inputs: soundFormats, rank: 60 }],
  limits: { seconds: 2 * 3600 },
  options: Type.Object(
    {
      outputFormat: Type.Optional(
        Type.String({
          enum: ['png', 'svg', 'json'],
          default: 'png',
          description: '`json`: the lowest and highest samples, in the format of audiowaveform and peaks.js.',
        }),
      ),
      width: Type.Optional(
        Type.Integer({
          default: 1200,
          minimum: 16,
          maximum: 16_384,
          description: 'In pixels, for png and svg.',
        }),
      ),
      height: Type.Optional(
        Type.Integer({ default: 200, minimum: 8, maximum: 4096, description: 'In pixels, for png and svg.' }),
      ),
      color: colour('The colour of the waveform, as #rrggbb or #rrggbbaa.', {
        value: '#3366cc',
        title: 'Colour',
      }),
      background: colour('The background colour. Defaults to transparent.'),
      samplesPerPixel: Type.Optional(
        Type.Integer({
          description: 'For json: the number of samples for each pair of values. Defaults to 256.',
          minimum: 2,
          maximum: 10_000_000,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  form: {
    outputFormat: { help: 'A picture, or the lowest and highest samples as JSON.' },
    width: { help: 'In pixels.', shownWhen: { outputFormat: ['png', 'svg'] } },
    height: { help: 'In pixels.', shownWhen: { outputFormat: ['png', 'svg'] } },
    color: { help: 'The colour of the waveform.', shownWhen: { outputFormat: ['png', 'svg'] } },
    background: {
      help: 'Transparent unless you choose a colour.',
      labels: { '': 'Transparent' },
      shownWhen: { outputFormat: ['png', 'svg'] },
    },
    samplesPerPixel: {
      help: 'Samples that each pair of values stands for.',
      standard: 256,
      shownWhen: { outputFormat: ['json'] },
    },
  },
  resolve: ({ options }) => {
    const format = (options.outputFormat ?? 'png') as FormatId;
    if (options.samplesPerPixel !== undefined && format !== 'json')
      throw new Refusal(
        'options.samplesPerPixel',
        '`options.samplesPerPixel` is for json; a picture has as many as its width asks for.',
      );
    return { outputs: [format], count: 'one', engines: format === 'png' ? ['ffmpeg', 'sharp'] : ['ffmpeg'] };
  },
});
