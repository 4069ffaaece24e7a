import type { Engine } from '../engine.ts';
import { findProgramVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'libmobi',
  title: 'libmobi',
  licence: 'LGPL-3.0-or-later',
  packages: ['libmobi-tools'],
  probe: () => findProgramVersion('mobitool', ['-v'], /libmobi: (\S+)/),
};
