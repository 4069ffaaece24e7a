import type { Verb } from '../../job-type.ts';

export const verb: Verb = { name: 'ocr', summary: 'read the text of scans and photos' };
