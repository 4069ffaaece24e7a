import { Type } from 'typebox';
import { type FormatId, videoFormats } from '../../../formats/formats.ts';
import { defineJobType } from '../../job-type.ts';
import { mediaTab } from '../tab.ts';
import { verb } from './verb.ts';

export const job = defineJobType({
  id: 'subtitle-extract',
  tabs: [mediaTab],
  title: 'Extract subtitles',
  summary: 'Saves the subtitles that a video carries, each track as a file.',
  accepts: videoFormats,
  inputs: 'one',
  verb,
  suggestedFor: [{ inputs: videoFormats, rank: 45 }],
  limits: { seconds: 2 * 3600 },
  options: Type.Object(
    {
      outputFormat: Type.Optional(
        Type.String({
          enum: ['srt', 'vtt', 'ass', 'ttml', 'sbv', 'txt', 'json'],
          default: 'srt',
          description: 'The format of the files, in UTF-8. `ass` keeps places, colours and fonts.',
        }),
      ),
      track: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1000,
          description: 'The track, counted from 1. Without it, all tracks are saved.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  form: {
    outputFormat: { help: 'ASS keeps places, colours and fonts.' },
    track: { help: 'The number of one track. All tracks are saved unless you give it.' },
  },
  resolve: ({ options }) => ({
    outputs: [(options.outputFormat ?? 'srt') as FormatId],
    count: options.track === undefined ? 'many' : 'one',
    engines: ['ffmpeg'],
  }),
});
