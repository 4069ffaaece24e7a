import type { Verb } from '../../job-type.ts';

export const verb: Verb = {
  name: 'frames',
  tool: 'video_thumbnails',
  summary: 'take pictures, a contact sheet or a sprite of a video',
};
