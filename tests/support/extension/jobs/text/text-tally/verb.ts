import type { Verb } from 'filemill';

export const verb: Verb = { name: 'tally', tool: 'tally_text', summary: 'count the lines or words of texts' };
