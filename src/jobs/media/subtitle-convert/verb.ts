import type { Verb } from '../../job-type.ts';

export const verb: Verb = {
  name: 'subtitles',
  tool: 'convert_subtitles',
  summary: 'convert subtitles, or shift and stretch their times',
};
