import type { Verb } from '../../job-type.ts';

export const verb: Verb = {
  name: 'extract-subtitles',
  tool: 'extract_subtitles',
  summary: 'save the subtitles that a video carries',
};
