import type { Verb } from '../../job-type.ts';

export const verb: Verb = { name: 'waveform', tool: 'draw_waveform', summary: 'draw the waveform of sound' };
