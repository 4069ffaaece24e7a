import type { Verb } from '../../job-type.ts';

export const verb: Verb = {
  name: 'stems',
  tool: 'separate_stems',
  summary: 'separate a song into vocals, drums, bass and the rest',
};
