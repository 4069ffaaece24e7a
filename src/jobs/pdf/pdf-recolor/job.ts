import { Type } from 'typebox';
import { oneOf } from '../../../contract/schemas/fields.ts';
import { defineJobType } from '../../job-type.ts';
import { archivingEngines, resolveOnePdf } from '../documents/resolution.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

export const job = defineJobType({
  id: 'pdf-recolor',
  tabs: [pdfTab],
  title: 'Change the colours of a PDF',
  summary:
    'Turns text, drawings and pictures into shades of grey, or inverts their colours for reading in the dark. Text stays text. Form fields and comments are drawn into the pages.',
  accepts: ['pdf'],
  inputs: 'one',
  options: Type.Object(
    {
      mode: oneOf(['grayscale', 'inverted'], {
        title: 'Colours',
        description:
          '`grayscale`: shades of grey; the document is rewritten, as PDF/A-3b. `inverted`: black becomes white, and every colour its opposite.',
        default: 'grayscale',
      }),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  form: {
    mode: {
      help: 'The colours of the result.',
      labels: { grayscale: 'Shades of grey', inverted: 'Inverted, for reading in the dark' },
    },
  },
  limits: { seconds: 1800 },
  resolve: ({ options: { mode } }) => resolveOnePdf(...(mode === 'grayscale' ? archivingEngines : ['pango'])),
});
