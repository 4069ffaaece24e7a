import type { Engine } from '../engine.ts';
import { findProgramVersion, pythonPaths } from '../installed.ts';

export const engine: Engine = {
  id: 'libarchive',
  title: 'libarchive',
  licence: 'BSD-2-Clause',
  packages: ['libarchive-tools', 'python3'],
  reads: pythonPaths,
  probe: () => findProgramVersion('bsdtar', ['--version'], /libarchive (\S+)/),
};
