import type { Engine } from '../engine.ts';
import { findNpmVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'gtcrn',
  title: 'GTCRN, for noise removal',
  licence: 'MIT',
  packages: [],
  probe: () => findNpmVersion('@sapphi-red/web-noise-suppressor'),
};
