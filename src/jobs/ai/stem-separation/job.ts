import { Type } from 'typebox';
import { audioFormats, soundFormats } from '../../../formats/formats.ts';
import { defineJobType } from '../../job-type.ts';
import { makeOutputFormatOption } from '../sound/options.ts';
import { stemNeeds } from '../sound/stem-needs.ts';
import { aiTab } from '../tab.ts';
import { verb } from './verb.ts';

export const job = defineJobType({
  id: 'stem-separation',
  tabs: [aiTab],
  title: 'Separate stems',
  summary:
    'Separates music into vocals and accompaniment, or into vocals, drums, bass and the rest. The files are as long as the input and add up to it exactly.',
  accepts: soundFormats,
  inputs: 'one',
  verb,
  suggestedFor: [{ inputs: audioFormats, rank: 40 }],
  limits: { seconds: 12 * 3600 },
  credits: { unit: 'minute', size: 1, amount: 2 },
  options: Type.Object(
    {
      stems: Type.Union([Type.Literal(2), Type.Literal(4)], {
        description: '2: vocals and accompaniment. 4: vocals, drums, bass and other.',
        default: 4,
      }),
      outputFormat: makeOutputFormatOption({ default: 'wav' }),
    },
    { additionalProperties: false },
  ),
  form: {
    stems: {
      help: 'The parts to separate.',
      labels: { 2: 'Vocals and accompaniment', 4: 'Vocals, drums, bass and other' },
    },
    outputFormat: { help: 'WAV and FLAC are lossless; MP3 is smaller.' },
  },
  resolve: ({ options }) => ({
    outputs: [options.outputFormat],
    count: 'many',
    ...stemNeeds,
  }),
});
