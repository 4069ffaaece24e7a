import { Type } from 'typebox';
import { soundFormats, videoFormats } from '../../../formats/formats.ts';
import { defineJobType, Refusal } from '../../job-type.ts';
import { makeOutputFormatOption } from '../sound/options.ts';
import { stemNeeds } from '../sound/stem-needs.ts';
import { aiTab } from '../tab.ts';
import { verb } from './verb.ts';

export const job = defineJobType({
  id: 'voice-isolation',
  tabs: [aiTab],
  title: 'Isolate a voice',
  summary:
    'Removes noise or music around the voice of a recording. Length, sample rate and channels stay the same; a video can keep its picture.',
  accepts: soundFormats,
  inputs: 'one',
  verb,
  suggestedFor: [{ inputs: soundFormats, rank: 30 }],
  limits: { seconds: 4 * 3600 },
  credits: { unit: 'minute', size: 1, amount: 1 },
  options: Type.Object(
    {
      mode: Type.Union([Type.Literal('noise'), Type.Literal('music')], {
        description:
          '`noise`: removes hiss, hum, traffic and other noise; fast. `music`: removes music and everything else that is not a voice; slower.',
        default: 'noise',
      }),
      strength: Type.Number({
        description: 'How much of the background is removed: 1 all of it, 0 nothing.',
        minimum: 0,
        maximum: 1,
        default: 1,
      }),
      outputFormat: Type.Optional(makeOutputFormatOption()),
      keepVideo: Type.Boolean({
        description:
          'For a video: write the video in its own format with the picture unchanged and the new sound.',
        default: false,
      }),
    },
    { additionalProperties: false },
  ),
  form: {
    mode: {
      help: 'Removing music takes longer.',
      labels: { noise: 'Remove noise', music: 'Remove everything but the voice' },
    },
    outputFormat: {
      help: 'WAV and FLAC are lossless; MP3 is smaller.',
      standard: 'wav',
      shownWhen: { keepVideo: [false] },
    },
    keepVideo: { help: 'Write the video with the new sound.', shownWhen: { input: videoFormats } },
  },
  resolve: ({ input, options }) => {
    if (options.keepVideo && !videoFormats.includes(input))
      throw new Refusal(
        'options.keepVideo',
        `\`options.keepVideo\` is for ${videoFormats.join(', ')}, not for a file of format ${input}.`,
      );
    if (options.keepVideo && options.outputFormat)
      throw new Refusal(
        'options.outputFormat',
        '`options.outputFormat` must be left out when `options.keepVideo` is true: the video keeps its format.',
      );
    const outputs = [options.keepVideo ? input : (options.outputFormat ?? 'wav')];
    if (options.mode === 'noise') return { outputs, count: 'one', engines: ['ffmpeg', 'rnnoise', 'gtcrn'] };
    return { outputs, count: 'one', ...stemNeeds };
  },
});
