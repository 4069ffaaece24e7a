import type { Engine } from '../engine.ts';
import { findProgramVersion, fontPaths } from '../installed.ts';

export const engine: Engine = {
  id: 'librsvg',
  title: 'librsvg',
  licence: 'LGPL-2.1-or-later',
  packages: ['librsvg2-bin'],
  reads: fontPaths,
  probe: () => findProgramVersion('rsvg-convert', ['--version'], /^rsvg-convert version (\d+(?:\.\d+)*)/),
};
