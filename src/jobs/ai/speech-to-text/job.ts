import { Type } from 'typebox';
import { audioFormats, soundFormats, videoFormats } from '../../../formats/formats.ts';
import { defineJobType, Refusal } from '../../job-type.ts';
import { aiTab } from '../tab.ts';
import { models } from './models.ts';
import { verb } from './verb.ts';

/** The model used unless the caller names one: the one that set-up fetches. */
const defaultModel = models.find(model => model.default && !model.helper)!.name;
/** Whether a model of ours knows only English. A model that an operator added is asked when it runs. */
const isEnglishOnly = (name: string): boolean =>
  models.some(model => model.name === name && model.settings?.multilingual === false);

/** The languages Whisper knows, by their codes. */
const languages =
  'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh'.split(
    ' ',
  );

export const job = defineJobType({
  id: 'speech-to-text',
  tabs: [aiTab],
  title: 'Write down speech',
  summary:
    'Writes down what is said in a recording or a video: as text, as subtitles, or as data with the time of each word.',
  accepts: soundFormats,
  inputs: 'one',
  verb,
  streamsText: true,
  offersFormats: {
    txt: { title: 'Transcript', note: 'What is said, as text.' },
    json: { title: 'Transcript with times', note: 'Every word with its time.' },
    srt: { note: 'For video players.' },
    vtt: { note: 'For web pages.' },
  },
  suggestedFor: [
    { inputs: videoFormats, format: 'srt', rank: 10 },
    { inputs: videoFormats, format: 'txt', rank: 20 },
    { inputs: audioFormats, format: 'txt', rank: 10 },
    { inputs: audioFormats, format: 'srt', rank: 20 },
  ],
  converts: 'words',
  credits: { unit: 'minute', size: 1, amount: 1 },
  options: Type.Object(
    {
      outputFormat: Type.Union(
        [Type.Literal('txt'), Type.Literal('srt'), Type.Literal('vtt'), Type.Literal('json')],
        { description: '`json`: sentences and words with their times.', default: 'txt' },
      ),
      language: Type.String({
        description:
          'The language spoken, by its code (`en`, `de`, `ja`); `auto` finds out. `whisper-base.en` knows English only and takes everything for it.',
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
        title: 'Times of words',
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
    if (models.some(({ name, helper }) => name === model && helper))
      throw new Refusal(
        'options.model',
        `\`options.model\` is "${model}", which does not write down speech. npx filemill models list shows the models that do.`,
      );
    if (isEnglishOnly(model) && !['auto', 'en'].includes(language))
      throw new Refusal(
        'options.language',
        `\`options.language\` is "${language}", but the model ${model} knows English only. Name a model of many languages in \`options.model\`; npx filemill models pull whisper-base fetches one.`,
      );
    if (isEnglishOnly(model) && translate)
      throw new Refusal(
        'options.translate',
        `\`options.translate\` needs a model of many languages, and ${model} knows English only. Name one in \`options.model\`; npx filemill models pull whisper-base fetches one.`,
      );
    return {
      outputs: [outputFormat],
      count: 'one',
      engines: ['ffmpeg', 'silero-vad', 'whisper'],
      models: ['silero-vad', model],
    };
  },
});
