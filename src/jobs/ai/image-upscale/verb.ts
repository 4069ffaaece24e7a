import type { Verb } from '../../job-type.ts';

export const verb: Verb = {
  name: 'upscale',
  tool: 'upscale_image',
  summary: 'enlarge images and add detail',
};
