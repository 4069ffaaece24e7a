import type { Verb } from '../../job-type.ts';

export const verb: Verb = { name: 'ocr', summary: 'recognise the text of scans and photos' };
