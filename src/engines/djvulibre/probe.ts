import type { Engine } from '../engine.ts';
import { findProgramVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'djvulibre',
  title: 'DjVuLibre',
  licence: 'GPL-2.0-or-later',
  packages: ['djvulibre-bin'],
  probe: () => findProgramVersion('ddjvu', ['--help'], /DjVuLibre-(\S+)/),
};
