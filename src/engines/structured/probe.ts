import type { Engine } from '../engine.ts';
import { findNpmVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'structured',
  title: 'Structured data',
  licence: 'Apache-2.0',
  packages: [],
  probe: () => findNpmVersion('yaml'),
};
