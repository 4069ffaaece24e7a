import type { Verb } from '../../job-type.ts';

export const verb: Verb = {
  name: 'pack',
  tool: 'pack_files',
  summary: 'pack files into an archive',
};
