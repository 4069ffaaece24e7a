import { Type } from 'typebox';
import { type FormatId, readOnlyVideoFormats, videoFormats } from '../../../formats/formats.ts';
import { defineJobType, Refusal, turnInto } from '../../job-type.ts';
import { requireOrder, spanOptions } from '../span.ts';
import { mediaTab } from '../tab.ts';
import { isAnimation, listCodecs } from './codecs.ts';
import { verb } from './verb.ts';

const maxSide = 8192;
const side = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 2, maximum: maxSide, 'x-group': 'Picture', description }));
const place = (least: number) => Type.Integer({ minimum: least, maximum: maxSide });

const inputs: readonly FormatId[] = [...videoFormats, ...readOnlyVideoFormats, 'gif'];

/** Options that choose how the picture is encoded, of which at most one can be given. */
const sizeOptions = ['crf', 'bitrate', 'targetBytes'] as const;
/** Options that change the picture, so that it cannot be copied. */
const pictureOptions = ['width', 'height', 'fit', 'fps', 'crop', 'rotate', ...sizeOptions] as const;

export const job = defineJobType({
  id: 'video-convert',
  tabs: [mediaTab],
  title: 'Convert video',
  summary:
    'Converts a video or a GIF to another format; cuts, crops, rotates and resizes it, makes it as small as asked, and burns in or keeps subtitles.',
  accepts: inputs,
  inputs: 'one',
  roles: [
    { name: 'video', title: 'The video.' },
    {
      name: 'subtitles',
      title: 'Subtitles to burn in, or to keep as a track.',
      accepts: ['srt', 'vtt', 'ass', 'ttml', 'sbv'],
      optional: true,
    },
  ],
  verb,
  heading: turnInto,
  offersFormats: { gif: { note: 'An animation for chats and pages.' } },
  offersSameFormat: true,
  suggestedFor: [
    { inputs: [...videoFormats, ...readOnlyVideoFormats], format: 'mp4', rank: 5 },
    { inputs: videoFormats, format: 'gif', rank: 35 },
    { inputs: ['gif'], format: 'mp4', rank: 15 },
  ],
  converts: 'motion',
  limits: { seconds: 6 * 3600, memoryMb: 4096 },
  options: Type.Object(
    {
      outputFormat: Type.String({
        enum: ['mp4', 'webm', 'mov', 'mkv', 'gif', 'webp', 'avif'],
        description: 'The format to convert to. gif, webp and avif are animations without sound.',
      }),
      ...spanOptions,
      targetBytes: Type.Optional(
        Type.Integer({
          title: 'Target size',
          'x-group': 'Quality',
          description:
            'The maximum size of the result in bytes. If there are too few bytes for the picture, it is made smaller, unless you set its width or height.',
          minimum: 1000,
          maximum: 20_000_000_000,
        }),
      ),
      codec: Type.Optional(
        Type.String({
          enum: ['h264', 'h265', 'vp8', 'vp9', 'av1', 'prores', 'copy'],
          'x-group': 'Quality',
          description:
            'Defaults to h264, or vp9 for webm. `copy` keeps picture and sound as they are and takes only seconds; cuts then fall on key frames.',
        }),
      ),
      crf: Type.Optional(
        Type.Integer({
          title: 'Quality (CRF)',
          'x-group': 'Quality',
          description:
            'The constant rate factor; lower means better and larger. 0 to 51 for h264 (usually 23) and h265 (26), 0 to 63 for vp9 (32) and av1 (35).',
          minimum: 0,
          maximum: 63,
        }),
      ),
      bitrate: Type.Optional(
        Type.Integer({
          title: 'Bit rate (kbit/s)',
          'x-group': 'Quality',
          description: 'The bit rate of the picture, in kilobits per second.',
          minimum: 10,
          maximum: 200_000,
        }),
      ),
      width: side('The width in pixels. Calculated from the height if left out.'),
      height: side('The height in pixels. Calculated from the width if left out.'),
      fit: Type.Optional(
        Type.String({
          enum: ['contain', 'cover', 'fill', 'inside', 'outside'],
          default: 'inside',
          'x-group': 'Picture',
          description:
            'How the video fits if both width and height are given. inside: as large as fits; outside: as small as covers them; ' +
            'contain: fits, with bars around it; cover: covers them, cropped; fill: stretched.',
        }),
      ),
      fps: Type.Optional(
        Type.Number({
          title: 'Frames per second',
          'x-group': 'Picture',
          description: "Frames per second. Defaults to the input's, and at most 15 in a gif.",
          minimum: 0.1,
          maximum: 120,
        }),
      ),
      crop: Type.Optional(
        Type.Object(
          { x: place(0), y: place(0), width: place(2), height: place(2) },
          {
            examples: [{ x: 0, y: 0, width: 640, height: 360 }],
            additionalProperties: false,
            'x-group': 'Picture',
            description:
              'The part of each frame to keep, in pixels of the upright picture, before it is resized.',
          },
        ),
      ),
      rotate: Type.Optional(
        Type.Integer({
          enum: [90, 180, 270],
          'x-group': 'Picture',
          description: "Degrees clockwise, after the file's own rotation.",
        }),
      ),
      mute: Type.Optional(
        Type.Boolean({ default: false, 'x-group': 'Sound', description: 'Remove the sound.' }),
      ),
      subtitles: Type.Optional(
        Type.String({
          enum: ['keep', 'burn', 'none'],
          default: 'keep',
          'x-group': 'Subtitles',
          description:
            'keep: as tracks that viewers can turn on; burn: drawn into the picture; none: left out. A subtitle file sent after the video is treated the same way.',
        }),
      ),
      subtitleTrack: Type.Optional(
        Type.Integer({
          'x-group': 'Subtitles',
          description:
            'The number of the subtitle track to keep or burn, from 1. By default, all are kept, or the first is burned in.',
          minimum: 1,
          maximum: 100,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  form: {
    codec: {
      help: 'Copying takes seconds and keeps picture and sound as they are.',
      labels: {
        h264: 'H.264',
        h265: 'H.265',
        vp8: 'VP8',
        vp9: 'VP9',
        av1: 'AV1',
        prores: 'ProRes',
        copy: 'Copy',
      },
      shownWhen: { outputFormat: ['mp4', 'webm', 'mov', 'mkv'] },
    },
    width: { help: 'In pixels.' },
    height: { help: 'In pixels.' },
    fit: {
      help: 'How the picture fits into width and height.',
      labels: {
        inside: 'Fit inside',
        outside: 'Cover, without cropping',
        contain: 'Fit inside, with bars',
        cover: 'Cover, cropped',
        fill: 'Stretch',
      },
    },
    fps: { help: 'That of the video unless you choose another.' },
    start: { help: 'Seconds from the beginning.', labels: { '': 'Beginning' } },
    end: { help: 'Seconds from the beginning.', labels: { '': 'End' } },
    crop: { help: 'The part of each frame to keep, in pixels.' },
    rotate: {
      help: 'Clockwise.',
      labels: { '': 'Not at all', 90: '90°', 180: '180°', 270: '270°' },
    },
    crf: {
      help: 'Lower is better and larger; 23 is usual for H.264.',
      shownWhen: { outputFormat: ['mp4', 'webm', 'mov', 'mkv', 'avif'] },
    },
    bitrate: {
      help: 'The bit rate of the picture.',
      shownWhen: { outputFormat: ['mp4', 'webm', 'mov', 'mkv'] },
    },
    targetBytes: { help: 'The result is at most this large.', control: 'bytes' },
    subtitles: {
      help: 'Subtitles can stay tracks or be drawn into the picture.',
      labels: { keep: 'Keep', burn: 'Draw into the picture', none: 'Leave out' },
      shownWhen: { outputFormat: ['mp4', 'webm', 'mov', 'mkv'] },
    },
    subtitleTrack: {
      help: 'The subtitle track to use, counted from 1.',
      shownWhen: { subtitles: ['keep', 'burn'] },
    },
  },
  resolve: ({ options }) => {
    const { codec, crf = 0 } = options;
    const format = options.outputFormat as FormatId;
    requireOrder(options);
    if (isAnimation(format)) {
      for (const name of ['codec', 'bitrate', ...(format === 'avif' ? [] : ['crf'])] as const)
        if (options[name as keyof typeof options] !== undefined)
          throw new Refusal(`options.${name}`, `\`options.${name}\` has no meaning for ${format}.`);
    } else {
      const codecs = listCodecs(format);
      if (codec && codec !== 'copy' && !codecs.includes(codec))
        throw new Refusal(
          'options.codec',
          `\`options.codec\` must be one of ${codecs.join(', ')}, copy for ${format}.`,
        );
      if (codec !== 'copy' && crf > 51 && ['h264', 'h265'].includes(codec ?? codecs[0] ?? ''))
        throw new Refusal('options.crf', '`options.crf` must be 51 or less for h264 and h265.');
    }
    const given = sizeOptions.filter(name => options[name] !== undefined);
    if (given.length > 1)
      throw new Refusal(
        `options.${given[1]}`,
        `\`options.${given[1]}\` cannot be combined with \`options.${given[0]}\`.`,
      );
    const [first] = given;
    if (codec === 'prores' && first)
      throw new Refusal(`options.${first}`, `\`options.${first}\` has no meaning for prores.`);
    if (codec === 'copy') {
      const changed = pictureOptions.find(name => name !== 'fit' && options[name] !== undefined);
      if (changed || options.subtitles === 'burn')
        throw new Refusal(
          'options.codec',
          `\`options.codec\` cannot be "copy" with \`options.${changed ?? 'subtitles'}\`, which changes the picture.`,
        );
    }
    return { outputs: [format], count: 'one', engines: ['ffmpeg'] };
  },
});
