import type { Engine } from '../engine.ts';
import { programVersion, pythonPaths } from '../installed.ts';

export const engine: Engine = {
  id: 'email',
  title: 'Python email package',
  licence: 'PSF-2.0',
  packages: ['python3'],
  reads: pythonPaths,
  probe: () => programVersion('/usr/bin/python3', ['--version'], /Python (\S+)/),
};
