import type { Engine } from '../engine.ts';
import { programVersion, pythonPaths } from '../installed.ts';

export const engine: Engine = {
  id: 'pandoc',
  title: 'Pandoc',
  licence: 'GPL-2.0-or-later',
  packages: ['pandoc', 'python3'],
  reads: pythonPaths,
  probe: () => programVersion('pandoc', ['--version'], /^pandoc (\S+)/),
};
