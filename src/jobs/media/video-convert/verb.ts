import type { Verb } from '../../job-type.ts';

export const verb: Verb = {
  name: 'video',
  tool: 'convert_video',
  summary: 'convert a video, cut it, resize it, or make it as small as asked',
};
