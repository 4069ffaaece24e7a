import type { Verb } from '../../job-type.ts';

export const verb: Verb = {
  name: 'audio',
  tool: 'convert_audio',
  summary: 'convert sound, cut it, or set its loudness and speed',
};
