import type { Engine } from '../engine.ts';
import { findNpmVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'heic',
  title: 'heic-decode (libheif)',
  licence: 'ISC, libheif LGPL-3.0',
  packages: [],
  probe: () => findNpmVersion('heic-decode'),
};
