import type { Engine } from '../engine.ts';
import { programVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'ghostscript',
  title: 'Ghostscript',
  licence: 'AGPL-3.0-or-later (run as a program, never linked)',
  packages: ['ghostscript'],
  probe: () => programVersion('gs', ['--version'], /^(\S+)/),
};
