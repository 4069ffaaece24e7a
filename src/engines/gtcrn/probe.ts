import type { Engine } from '../engine.ts';
import { findNpmVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'gtcrn',
  title: 'GTCRN, takes noise and other voices from speech',
  licence: 'MIT',
  packages: [],
  probe: () => findNpmVersion('@sapphi-red/web-noise-suppressor'),
};
