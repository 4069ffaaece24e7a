import { Type } from 'typebox';
import { soundFormats } from '../../../formats/sound.ts';
import { defineJobType, Refusal } from '../../job-type.ts';
import { languages } from './languages.ts';

/** Used where the caller names none. */
const defaultModel = 'whisper-base.en';
/** Names of models that know only English end so, by the custom of those who publish them. */
export const isEnglishOnly = (model: string): boolean => model.endsWith('.en');

export const job = defineJobType({
  id: 'speech-to-text',
  tabs: ['ai'],
  title: 'Write down speech',
  summary:
    'Writes down what is said in a recording or a video: as text, as subtitles, or as data with the time of each word.',
  accepts: soundFormats,
  inputs: 'one',
  credits: { unit: 'minute', size: 1, amount: 1 },
  options: Type.Object(
    {
      outputFormat: Type.Union(
        [Type.Literal('txt'), Type.Literal('srt'), Type.Literal('vtt'), Type.Literal('json')],
        { description: '`json`: sentences and words with their times.', default: 'txt' },
      ),
      language: Type.String({
        description:
          'The language spoken, by its code (`en`, `de`, `ja`); `auto` finds out. A model whose name ends in `.en` knows English only.',
        pattern: `^(auto|${languages.join('|')})$`,
        default: 'auto',
        examples: ['en'],
      }),
      translate: Type.Boolean({
        description: 'Write it down in English, whatever is spoken.',
        default: false,
      }),
      model: Type.String({
        description: 'The name of an installed speech model.',
        pattern: '^[a-z0-9][a-z0-9._-]{0,63}$',
        default: defaultModel,
      }),
      wordTimestamps: Type.Boolean({
        description: 'In `json`, give each word with its times.',
        default: true,
      }),
      prompt: Type.Optional(
        Type.String({
          description: 'Names and words that occur, spelt as they shall be written.',
          minLength: 1,
          maxLength: 500,
          examples: ['ComfyUI, Kubernetes, Siobhán'],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  resolve: ({ options: { outputFormat, language, translate, model } }) => {
    if (isEnglishOnly(model) && !['auto', 'en'].includes(language))
      throw new Refusal(
        'options.language',
        `is "${language}", but the model ${model} knows English only. Name a model of many languages in options.model; npx filemill models pull whisper-base fetches one.`,
      );
    if (isEnglishOnly(model) && translate)
      throw new Refusal(
        'options.translate',
        `needs a model of many languages, and ${model} knows English only. Name one in options.model; npx filemill models pull whisper-base fetches one.`,
      );
    return {
      outputs: [outputFormat],
      count: 'one',
      engines: ['ffmpeg', 'silero-vad', 'whisper'],
      models: ['silero-vad', model],
    };
  },
});
