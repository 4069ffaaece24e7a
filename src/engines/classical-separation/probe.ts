import type { Engine } from '../engine.ts';

export const engine: Engine = {
  id: 'classical-separation',
  title: 'Music separation without a model',
  licence: 'Apache-2.0',
  packages: [],
  probe: async () => '1',
};
