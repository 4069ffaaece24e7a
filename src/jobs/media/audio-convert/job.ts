import { Type } from 'typebox';
import { fitRate, getMaxChannels } from '../../../audio/fit-sound.ts';
import { audioFormats, type FormatId, soundFormats, videoFormats } from '../../../formats/formats.ts';
import { defineJobType, Refusal, turnInto } from '../../job-type.ts';
import { requireOrder, spanOptions } from '../span.ts';
import { mediaTab } from '../tab.ts';
import { verb } from './verb.ts';

/** Formats that keep every sample, so that neither quality nor bit rate is chosen. */
const lossless: readonly FormatId[] = ['flac', 'wav', 'aiff'];

export const job = defineJobType({
  id: 'audio-convert',
  tabs: [mediaTab],
  title: 'Convert audio',
  summary:
    'Converts sound, or the sound of a video, to another format; cuts it, fades it, and sets its loudness, speed, rate and channels.',
  accepts: soundFormats,
  inputs: 'one',
  verb,
  heading: turnInto,
  offersFormats: true,
  offersSameFormat: true,
  suggestedFor: [
    { inputs: audioFormats, format: 'mp3', rank: 12 },
    { inputs: audioFormats, format: 'wav', rank: 14 },
    { inputs: videoFormats, format: 'mp3', rank: 25 },
    // Other videos are first offered as MP4.
    { inputs: ['mp4'], format: 'mp3', rank: 5 },
  ],
  converts: 'format',
  limits: { seconds: 2 * 3600 },
  options: Type.Object(
    {
      outputFormat: Type.String({
        enum: ['mp3', 'm4a', 'aac', 'ogg', 'opus', 'flac', 'wav', 'aiff'],
        description: 'The format to convert to. flac, wav and aiff are lossless.',
      }),
      bitrate: Type.Optional(
        Type.Integer({
          title: 'Bit rate (kbit/s)',
          'x-group': 'Quality',
          description: 'The bit rate in kilobits per second, for mp3, m4a, aac, ogg and opus.',
          minimum: 8,
          maximum: 512,
          examples: [192],
        }),
      ),
      quality: Type.Optional(
        Type.Integer({
          'x-group': 'Quality',
          description:
            'The quality of a variable bit rate, instead of `bitrate`. Defaults to one at which hardly anybody hears a difference.',
          minimum: 1,
          maximum: 100,
        }),
      ),
      sampleRate: Type.Optional(
        Type.Integer({
          title: 'Sample rate (Hz)',
          'x-group': 'Quality',
          description:
            "Samples per second. Defaults to the input's rate, or the next higher one that the format supports.",
          minimum: 8000,
          maximum: 192_000,
          examples: [44_100],
        }),
      ),
      channels: Type.Optional(
        Type.Integer({
          'x-group': 'Quality',
          description:
            "1 is mono, 2 stereo, 6 surround (5.1). Defaults to the input's channels; mp3 has at most 2.",
          minimum: 1,
          maximum: 8,
        }),
      ),
      ...spanOptions,
      fadeIn: Type.Optional(
        Type.Number({
          'x-group': 'Part',
          description: 'The length of the fade-in, in seconds.',
          minimum: 0,
          maximum: 3600,
        }),
      ),
      fadeOut: Type.Optional(
        Type.Number({
          'x-group': 'Part',
          description: 'The length of the fade-out, in seconds.',
          minimum: 0,
          maximum: 3600,
        }),
      ),
      loudness: Type.Optional(
        Type.Number({
          title: 'Loudness (LUFS)',
          'x-group': 'Sound',
          description:
            'The overall loudness in LUFS (EBU R 128): -23 for broadcasting, -16 for podcasts, -14 for music services. Peaks stay below -1 dBTP.',
          minimum: -60,
          maximum: -5,
          examples: [-16],
        }),
      ),
      speed: Type.Optional(
        Type.Number({
          'x-group': 'Sound',
          description: '2 is twice as fast. The pitch stays the same.',
          minimum: 0.25,
          maximum: 8,
        }),
      ),
      track: Type.Optional(
        Type.Integer({
          'x-group': 'Part',
          description: 'The number of the sound track to use, from 1. Defaults to the one marked as default.',
          minimum: 1,
          maximum: 100,
        }),
      ),
      keepMetadata: Type.Optional(
        Type.Boolean({
          default: true,
          'x-group': 'Quality',
          description: 'Keep title, artist, chapters, cover and other tags where the format can hold them.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  form: {
    bitrate: {
      help: 'More sounds better and is larger.',
      shownWhen: { outputFormat: ['mp3', 'm4a', 'aac', 'ogg', 'opus'] },
    },
    quality: {
      help: 'Instead of a bit rate: 1 is smallest, 100 is best.',
      shownWhen: { outputFormat: ['mp3', 'm4a', 'aac', 'ogg', 'opus'] },
    },
    sampleRate: { help: 'That of the recording unless you choose another.' },
    channels: {
      help: 'Those of the recording unless you choose another number.',
      labels: { '': 'As in the recording', 1: 'Mono', 2: 'Stereo' },
    },
    start: { help: 'Seconds from the beginning.', labels: { '': 'Beginning' } },
    end: { help: 'Seconds from the beginning.', labels: { '': 'End' } },
    fadeIn: { help: 'In seconds.', labels: { '': 'None' } },
    fadeOut: { help: 'In seconds.', labels: { '': 'None' } },
    loudness: { help: '-23 for broadcasting, -16 for podcasts, -14 for music services.' },
    speed: { help: '2 is twice as fast; the pitch stays.' },
    track: { help: 'The sound track to use, counted from 1.' },
    keepMetadata: { help: 'Keep title, artist, chapters, cover and other tags.' },
  },
  resolve: ({ options }) => {
    const { bitrate, quality, sampleRate, channels = 1 } = options;
    const outputFormat = options.outputFormat as FormatId;
    requireOrder(options);
    if (bitrate !== undefined && quality !== undefined)
      throw new Refusal('options.quality', '`options.quality` cannot be combined with `options.bitrate`.');
    if (lossless.includes(outputFormat) && (bitrate ?? quality) !== undefined)
      throw new Refusal(
        bitrate === undefined ? 'options.quality' : 'options.bitrate',
        `\`options.${bitrate === undefined ? 'quality' : 'bitrate'}\` has no meaning for ${outputFormat}, which loses nothing.`,
      );
    if (outputFormat === 'mp3' && (bitrate ?? 0) > 320)
      throw new Refusal('options.bitrate', '`options.bitrate` must be 320 or less for mp3.');
    if (outputFormat === 'ogg' && bitrate !== undefined && (sampleRate ?? 0) > 48_000)
      throw new Refusal(
        'options.bitrate',
        '`options.bitrate` must be left out for ogg with a sample rate above 48000. Use `options.quality`.',
      );
    if (sampleRate !== undefined && fitRate(outputFormat, sampleRate) !== sampleRate)
      throw new Refusal(
        'options.sampleRate',
        `\`options.sampleRate\` cannot be ${sampleRate} for ${outputFormat}: set it to ${fitRate(outputFormat, sampleRate)}, or leave it out.`,
      );
    if (channels > getMaxChannels(outputFormat))
      throw new Refusal(
        'options.channels',
        `\`options.channels\` must be ${getMaxChannels(outputFormat)} or less for ${outputFormat}.`,
      );
    return { outputs: [outputFormat], count: 'one', engines: ['ffmpeg'] };
  },
});
