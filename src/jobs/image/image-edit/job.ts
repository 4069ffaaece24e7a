import { defineJobType } from '../../job-type.ts';
import { animatedFormats } from '../policy/options.ts';
import { readableFormats, requireReadable } from '../policy/readable.ts';
import { requireWritable } from '../policy/writable.ts';
import { imageTab } from '../tab.ts';
import { options } from './options.ts';

export const job = defineJobType({
  id: 'image-edit',
  tabs: [imageTab],
  title: 'Edit an image',
  summary:
    'Crops, rotates, flips, blurs, sharpens, watermarks, borders and trims an image, in any order. All frames and pages are edited.',
  accepts: readableFormats,
  inputs: 'one',
  example: { operations: [{ type: 'flip' }] },
  options,
  form: {
    outputFormat: { help: 'The format of the result.', labels: { '': 'Same as the input' } },
    background: { help: 'The colour behind transparent areas.' },
    animate: { shownWhen: { input: animatedFormats } },
  },
  needs: [{ options: ['operations'], hint: 'Add an operation' }],
  limits: { startSeconds: 20, memoryMb: 4096 },
  resolve({ input, options: { outputFormat } }) {
    const { engines, kept } = requireReadable(input);
    const format = outputFormat ?? kept;
    return {
      outputs: [format],
      count: 'one',
      engines: [...new Set([...engines, ...requireWritable(format).engines])],
    };
  },
});
