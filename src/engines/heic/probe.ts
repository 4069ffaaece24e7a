import type { Engine } from '../engine.ts';
import { npmVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'heic',
  title: 'heic-decode (libheif)',
  licence: 'ISC, libheif LGPL-3.0',
  packages: [],
  probe: () => npmVersion('heic-decode'),
};
