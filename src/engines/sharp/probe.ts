import type { Engine } from '../engine.ts';
import { findNpmVersion, fontPaths } from '../installed.ts';

export const engine: Engine = {
  id: 'sharp',
  title: 'sharp (libvips)',
  licence: 'Apache-2.0, libvips LGPL-3.0',
  // Text in drawings and watermarks is set in the system's fonts.
  packages: ['fontconfig-config', 'fonts-dejavu-core'],
  comesWithNpm: true,
  reads: fontPaths,
  probe: () => findNpmVersion('sharp'),
};
