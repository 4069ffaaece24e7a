import type { Verb } from '../../job-type.ts';

export const verb: Verb = {
  name: 'web-pdf',
  tool: 'web_page_to_pdf',
  summary: 'print a web page, with its scripts and files, to PDF',
};
