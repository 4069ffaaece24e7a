import { Type } from 'typebox';
import { type FormatId, readOnlyVideoFormats, videoFormats } from '../../../formats/formats.ts';
import { defineJobType, Refusal } from '../../job-type.ts';
import { mediaTab } from '../tab.ts';
import { maxFrames } from './times.ts';
import { verb } from './verb.ts';

const videos: readonly FormatId[] = [...videoFormats, ...readOnlyVideoFormats];
const side = (description: string) =>
  Type.Optional(Type.Integer({ 'x-group': 'Size', minimum: 16, maximum: 8192, description }));
const tiles = Type.Integer({ minimum: 1, maximum: 20 });

export const job = defineJobType({
  id: 'video-thumbnail',
  tabs: [mediaTab],
  title: 'Take pictures from a video',
  summary:
    'Takes single frames of a video, frames at equal distances, a contact sheet, or a sprite with a WebVTT file for the preview of a player.',
  accepts: [...videos, 'gif'],
  inputs: 'one',
  verb,
  finalStepOnly: true,
  suggestedFor: [{ inputs: videos, rank: 40 }],
  limits: { seconds: 2 * 3600, memoryMb: 4096 },
  options: Type.Object(
    {
      outputFormat: Type.Optional(
        Type.String({
          enum: ['jpeg', 'png', 'webp'],
          default: 'jpeg',
          description: 'The format of the pictures.',
        }),
      ),
      at: Type.Optional(
        Type.Array(Type.Number({ minimum: 0, maximum: 604_800 }), {
          title: 'Times',
          description: 'Times in seconds. One picture is taken at each.',
          minItems: 1,
          maxItems: 100,
          examples: [[1.5, 10]],
        }),
      ),
      every: Type.Optional(
        Type.Number({
          description: 'The number of seconds between pictures.',
          minimum: 0.04,
          maximum: 86_400,
        }),
      ),
      count: Type.Optional(
        Type.Integer({
          description:
            'The number of pictures, at equal distances. Without any of these options, one representative picture is chosen.',
          minimum: 1,
          maximum: maxFrames,
        }),
      ),
      grid: Type.Optional(
        Type.Object(
          { columns: tiles, rows: tiles },
          {
            additionalProperties: false,
            examples: [{ columns: 4, rows: 3 }],
            title: 'Contact sheet',
            description:
              'A contact sheet with this many columns and rows of frames, spread over the whole video unless `every` is given.',
          },
        ),
      ),
      sprite: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'Sheets of up to 100 frames with a WebVTT file that says which part of which sheet belongs to which time. `every` or `count` sets how many.',
        }),
      ),
      width: side(
        "The width of a frame in pixels. Defaults to the video's, or 320 in a contact sheet and 160 in a sprite.",
      ),
      height: side('The height of a frame in pixels. If both sides are given, the frame fits into them.'),
    },
    { additionalProperties: false },
  ),
  formWays: {
    title: 'What to make',
    list: [
      { title: 'One picture', options: [] },
      { title: 'Pictures at certain times', options: ['at'], sets: { at: [0] } },
      { title: 'Several pictures at equal distances', options: ['count'], sets: { count: 6 } },
      { title: 'A picture every few seconds', options: ['every'], sets: { every: 10 } },
      {
        title: 'A contact sheet',
        options: ['grid', 'every'],
        sets: { grid: { columns: 4, rows: 3 } },
      },
      { title: 'Sheets for the seek bar of a player', options: ['sprite', 'every'], sets: { sprite: true } },
    ],
  },
  form: {
    at: { help: 'Times in seconds. One picture is taken at each.' },
    every: { help: 'The number of seconds between pictures.' },
    count: { help: 'The number of pictures, at equal distances.' },
    grid: { help: 'One picture with this many columns and rows of frames.' },
    sprite: { help: 'Sheets of frames for the seek bar of a player.' },
    width: { help: 'Pixels of one frame.' },
    height: { help: 'Pixels of one frame.' },
  },
  resolve: ({ options }) => {
    const { grid, sprite, at, every, count } = options;
    const given = (['at', 'every', 'count'] as const).filter(name => options[name] !== undefined);
    if (given.length > 1)
      throw new Refusal(
        `options.${given[1]}`,
        `\`options.${given[1]}\` cannot be combined with \`options.${given[0]}\`.`,
      );
    if (grid && (sprite || at || count !== undefined))
      throw new Refusal('options.grid', '`options.grid` can be combined with `options.every` only.');
    if (sprite && at)
      throw new Refusal('options.at', '`options.at` cannot be combined with `options.sprite`.');
    const picture = (options.outputFormat ?? 'jpeg') as FormatId;
    return {
      outputs: sprite ? [picture, 'vtt'] : [picture],
      count:
        sprite || every !== undefined || (count ?? at?.length ?? 1) > 1 ? (grid ? 'one' : 'many') : 'one',
      engines: ['ffmpeg'],
    };
  },
});
