import type { Engine } from '../engine.ts';

export const engine: Engine = {
  id: 'plaintext',
  title: 'Plain text',
  licence: 'Apache-2.0',
  packages: [],
  probe: async () => '1',
};
