import type { Engine } from '../engine.ts';
import { findProgramVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'potrace',
  title: 'Potrace',
  licence: 'GPL-2.0-or-later',
  packages: ['potrace'],
  probe: () => findProgramVersion('potrace', ['--version'], /^potrace (\d+(?:\.\d+)*)/),
};
