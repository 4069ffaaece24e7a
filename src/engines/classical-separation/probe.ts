import type { Engine } from '../engine.ts';

export const engine: Engine = {
  id: 'classical-separation',
  title: 'Classical separation of music: what lasts, what strikes, what is in the middle, what is low',
  licence: 'Apache-2.0',
  packages: [],
  probe: async () => '1',
};
