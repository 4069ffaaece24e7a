import type { Engine } from '../engine.ts';
import { findProgramVersion, pythonPaths } from '../installed.ts';

export const engine: Engine = {
  id: 'pandoc',
  title: 'Pandoc',
  licence: 'GPL-2.0-or-later',
  packages: ['pandoc', 'python3'],
  reads: pythonPaths,
  probe: () => findProgramVersion('pandoc', ['--version'], /^pandoc (\S+)/),
};
