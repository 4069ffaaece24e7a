import { Type } from 'typebox';
import { type FormatId, formats } from '../../../formats/formats.ts';
import { archiveTab } from '../../archive/tab.ts';
import { documentTab } from '../../document/tabs.ts';
import { fontTab } from '../../font/tab.ts';
import { imageTab } from '../../image/tab.ts';
import { defineJobType, Refusal } from '../../job-type.ts';
import { mediaTab } from '../../media/tab.ts';
import { pdfTab } from '../../pdf/tab.ts';
import { chooseMode, requireMode } from './modes.ts';

export const job = defineJobType({
  id: 'file-compare',
  tabs: [documentTab, pdfTab, imageTab, mediaTab, archiveTab, fontTab],
  title: 'Compare files',
  summary:
    'Compares files with expected ones by their text, pixels or bytes, and lists what differs by more than a tolerance.',
  heading: { title: 'Compare', rank: 48 },
  accepts: [...formats.keys()].filter((format): format is FormatId => format !== 'url'),
  inputs: 'many',
  roles: [
    { name: 'file', title: 'The file to check.' },
    { name: 'expected', title: 'The file that it should be like.', many: true },
  ],
  options: Type.Object(
    {
      by: Type.Optional(
        Type.Union([Type.Literal('text'), Type.Literal('pixels'), Type.Literal('bytes')], {
          title: 'Compare',
          description:
            '`text`: compare lines of text. `pixels`: compare how images and PDF pages look. `bytes`: compare the files as they are. By default text if a document has any, pixels for images and PDF files without text, and bytes for everything else.',
        }),
      ),
      tolerance: Type.Optional(
        Type.Number({
          description:
            'The share of lines, pixels or bytes that may differ, from 0 to 1. By default 0.001 for pixels, and otherwise 0.',
          minimum: 0,
          maximum: 1,
        }),
      ),
      expected: Type.Integer({
        title: 'Expected files',
        description:
          'How many of the files, counted from the last, are expected ones. The files before them are compared with them in their order.',
        minimum: 1,
        maximum: 1000,
        default: 1,
      }),
    },
    { additionalProperties: false },
  ),
  form: {
    by: {
      help: 'Lines of text, what pages and images look like, or the files as they are.',
      labels: { text: 'Text', pixels: 'Pixels', bytes: 'Bytes' },
    },
    tolerance: { help: 'The share that may differ, from 0 to 1.' },
    expected: { help: 'How many of the last files are the expected ones.' },
  },
  limits: { seconds: 1800, memoryMb: 3072 },
  resolve({ input, options, files }) {
    if (files !== undefined && files <= options.expected)
      throw new Refusal(
        'options.expected',
        `\`options.expected\` is ${options.expected}, so at least ${options.expected + 1} files are needed.`,
      );
    return { outputs: ['json'], count: 'one', ...requireMode(input, options.by ?? chooseMode(input)) };
  },
});
