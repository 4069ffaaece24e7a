import type { EdgesModule } from '../conversion.ts';

/** It takes no step of its own. */
export const edges: EdgesModule['edges'] = [];

export const offers: EdgesModule['offers'] = ['drawVectors'];
