import { defineJobType, oneOf, Refusal } from 'filemill';
import { Type } from 'typebox';

export const job = defineJobType({
  id: 'text-tally',
  tabs: ['document'],
  title: 'Count lines',
  summary: 'Counts the lines or the words of a text.',
  accepts: ['txt', 'md'],
  inputs: 'one',
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
