import type { Verb } from '../../job-type.ts';

export const verb: Verb = {
  name: 'thumbnail',
  tool: 'make_thumbnail',
  summary: 'make a small picture of any file that can be shown',
};
