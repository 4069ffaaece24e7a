import type { Convert } from '../conversion.ts';
import { convertTextToHtml } from './html.ts';
import { recode } from './recode.ts';

export const convert: Convert = async ({ to, input, output, stem, options }) => {
  const encoding = options.encoding as string | undefined;
  if (to === 'html') await convertTextToHtml(input, output, stem, encoding);
  else await recode(input, output, encoding);
  return [{ path: output }];
};
