import { Type } from 'typebox';
import { defineJobType } from '../../job-type.ts';
import { pdfHost } from '../documents/resolution.ts';
import { pagesOption } from '../options/pages-option.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

const least = (title: string, description: string) =>
  Type.Integer({ title, 'x-group': 'Pictures', description, minimum: 1, maximum: 100_000, default: 1 });

export const job = defineJobType({
  id: 'pdf-images',
  tabs: [pdfTab],
  title: 'Extract pictures',
  summary:
    'Extracts the pictures in a document, each once: JPEG and JPEG 2000 as they are stored, others as PNG without loss.',
  accepts: ['pdf'],
  inputs: 'one',
  finalStepOnly: true,
  options: Type.Object(
    {
      format: Type.Union([Type.Literal('original'), Type.Literal('png')], {
        'x-group': 'Pictures',
        description: '`original`: as stored in the PDF, if that is a picture format. `png`: all as PNG.',
        default: 'original',
      }),
      minWidth: least('Minimum width', 'Leave out pictures narrower than this, in pixels.'),
      minHeight: least('Minimum height', 'Leave out pictures lower than this, in pixels.'),
      pages: Type.Optional(pagesOption('The pages whose pictures are extracted. By default all.')),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  form: {
    format: {
      help: 'As they are stored in the document, or all as PNG.',
      labels: { original: 'As stored', png: 'PNG' },
    },
  },
  limits: { seconds: 900 },
  resolve: ({ options }) => ({
    outputs: options.format === 'png' ? ['png'] : ['png', 'jpeg', 'jp2'],
    count: 'many',
    engines: ['pikepdf', 'poppler'],
    host: pdfHost,
  }),
});
