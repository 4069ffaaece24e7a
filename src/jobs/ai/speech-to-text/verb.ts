import type { Verb } from '../../job-type.ts';

export const verb: Verb = { name: 'transcribe', summary: 'transcribe speech' };
