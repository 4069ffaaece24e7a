import type { Engine } from '../engine.ts';
import { findProgramVersion, pythonPaths } from '../installed.ts';

export const engine: Engine = {
  id: 'email',
  title: 'Python email package',
  licence: 'PSF-2.0',
  packages: ['python3'],
  reads: pythonPaths,
  probe: () => findProgramVersion('/usr/bin/python3', ['--version'], /Python (\S+)/),
};
