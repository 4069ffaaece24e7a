import type { Engine } from '../engine.ts';
import { findProgramVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'sevenzip',
  title: '7-Zip',
  licence: 'LGPL-2.1-or-later',
  packages: ['7zip'],
  probe: () => findProgramVersion('7zz', ['i'], /7-Zip \(z\) (\S+)/),
};
