import { strings } from '../strings.ts';

/** How long what is replaced still works, in seconds. */
export const overlapChoices = Object.entries(strings.overlaps).map(([value, label]) => ({ value, label }));
