import type { Verb } from '../../job-type.ts';

export const verb: Verb = {
  name: 'unpack',
  tool: 'unpack_archive',
  summary: 'unpack an archive, or list its files',
};
