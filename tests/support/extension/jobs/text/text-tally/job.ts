import { defineJobType, oneOf, Refusal } from 'filemill';
import { Type } from 'typebox';
import { verb } from './verb.ts';

export const job = defineJobType({
  id: 'text-tally',
  tabs: [{ id: 'text', title: 'Texts', heading: { title: 'Count', rank: 60 } }],
  title: 'Count lines',
  summary: 'Counts the lines or the words of a text.',
  accepts: ['txt', 'md'],
  inputs: 'one',
  verb,
  suggestedFor: [{ inputs: ['txt'], rank: 5 }],
  finalStepOnly: true,
  options: Type.Object(
    { of: oneOf(['lines', 'words'], { default: 'lines', description: 'What is counted.' }) },
    { additionalProperties: false },
  ),
  resolve: ({ input, options }) => {
    if (input === 'md' && options.of === 'lines')
      throw new Refusal('options.of', 'lines of Markdown mean nothing: ask for words');
    return { outputs: ['txt'], count: 'one', engines: ['tally'] };
  },
});
