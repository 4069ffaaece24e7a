import type { Engine } from '../engine.ts';
import { npmVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'spreadsheet',
  title: 'hucre',
  licence: 'MIT',
  packages: [],
  probe: () => npmVersion('hucre'),
};
