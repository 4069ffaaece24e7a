import type { Verb } from '../../job-type.ts';

export const verb: Verb = {
  name: 'isolate',
  tool: 'isolate_voice',
  summary: 'remove noise or music around a voice',
};
