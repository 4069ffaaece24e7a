import type { Verb } from '../../job-type.ts';

export const verb: Verb = {
  name: 'web-image',
  tool: 'web_page_to_image',
  summary: 'take a picture of a web page, or of one element of it',
};
