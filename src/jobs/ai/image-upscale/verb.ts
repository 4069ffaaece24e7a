import type { Verb } from '../../job-type.ts';

export const verb: Verb = {
  name: 'upscale',
  tool: 'upscale_image',
  summary: 'make images larger, with the detail a model expects',
};
