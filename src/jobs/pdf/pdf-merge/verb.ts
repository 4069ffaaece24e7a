import type { Verb } from '../../job-type.ts';

export const verb: Verb = { name: 'merge', tool: 'merge_pdfs', summary: 'merge several PDFs into one' };
