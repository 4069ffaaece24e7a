import type { Engine } from '../engine.ts';
import { findNpmVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'spreadsheet',
  title: 'hucre',
  licence: 'MIT',
  packages: [],
  probe: () => findNpmVersion('hucre'),
};
