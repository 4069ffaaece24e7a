import type { Verb } from '../../job-type.ts';

export const verb: Verb = {
  name: 'font',
  tool: 'convert_font',
  summary: 'convert a font, or keep only some of its characters',
};
