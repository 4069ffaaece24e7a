import type { Verb } from '../../job-type.ts';

export const verb: Verb = {
  name: 'isolate',
  tool: 'isolate_voice',
  summary: 'take noise or music away from a voice',
};
