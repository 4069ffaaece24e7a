import { Type } from 'typebox';
import { audioFormats, soundFormats, videoFormats } from '../../../formats/formats.ts';
import { defineJobType, Refusal } from '../../job-type.ts';
import { aiTab } from '../tab.ts';
import { models } from './models.ts';
import { verb } from './verb.ts';

/** The default model. Where it could not be downloaded, an English one is used. */
const defaultModel = 'whisper-base';
/**
 * Returns true for a model of ours that knows only English. A model that an operator added is checked when it
 * runs.
 */
export const isEnglishOnly = (name: string): boolean =>
  models.some(model => model.name === name && model.settings?.multilingual === false);

/** The codes of the languages that Whisper knows. */
const languages =
  'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh'.split(
    ' ',
  );

export const job = defineJobType({
  id: 'speech-to-text',
  tabs: [aiTab],
  title: 'Transcribe speech',
  summary: 'Transcribes a recording or a video as text, as subtitles, or as data with the time of each word.',
  accepts: soundFormats,
  inputs: 'one',
  verb,
  streamsText: true,
  offersFormats: {
    txt: { title: 'Transcript', note: 'The spoken text.' },
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
          'The code of the spoken language (`en`, `de`, `ja`), or `auto` to detect it. `whisper-base.en` knows only English: speech in another language fails with `language_not_supported`.',
        pattern: `^(auto|${languages.join('|')})$`,
        default: 'auto',
        examples: ['en'],
      }),
      translate: Type.Boolean({
        description: 'Translate the transcript into English.',
        default: false,
      }),
      model: Type.String({
        description: 'The name of an installed speech model.',
        pattern: '^[a-z0-9][a-z0-9._-]{0,63}$',
        default: defaultModel,
      }),
      wordTimestamps: Type.Boolean({
        title: 'Word times',
        description: 'Include each word with its times in `json`.',
        default: true,
      }),
      prompt: Type.Optional(
        Type.String({
          description: 'Names and terms that occur in the recording, in the spelling to use.',
          minLength: 1,
          maxLength: 500,
          examples: ['ComfyUI, Kubernetes, Siobhán'],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  form: {
    outputFormat: { help: 'Subtitles and JSON include the times.' },
    language: { help: 'The language that is spoken.', labels: { auto: 'Detect' } },
    model: { help: 'Larger models are more accurate and slower.' },
    wordTimestamps: { help: 'Include the times of each word.', shownWhen: { outputFormat: ['json'] } },
    prompt: { help: 'Names and terms in the recording, spelled correctly.' },
  },
  resolve: ({ options: { outputFormat, language, translate, model } }) => {
    if (models.some(({ name, helper }) => name === model && helper))
      throw new Refusal(
        'options.model',
        `\`options.model\` is "${model}", which is not a speech model. Run npx filemill models list to see the installed models.`,
      );
    if (isEnglishOnly(model) && !['auto', 'en'].includes(language))
      throw new Refusal(
        'options.language',
        `\`options.language\` is "${language}", but the model ${model} knows only English. Choose a multilingual model in \`options.model\`; npx filemill models pull whisper-base fetches one.`,
      );
    if (isEnglishOnly(model) && translate)
      throw new Refusal(
        'options.translate',
        `\`options.translate\` needs a multilingual model, and ${model} knows only English. Choose another in \`options.model\`; npx filemill models pull whisper-base fetches one.`,
      );
    return {
      outputs: [outputFormat],
      count: 'one',
      engines: ['ffmpeg', 'silero-vad', 'whisper'],
      models: ['silero-vad', model],
    };
  },
});
