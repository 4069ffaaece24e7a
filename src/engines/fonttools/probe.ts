import type { Engine } from '../engine.ts';
import { findPythonVersion, pythonPaths } from '../installed.ts';

export const engine: Engine = {
  id: 'fonttools',
  title: 'fontTools',
  licence: 'MIT',
  packages: ['python3-fonttools', 'python3-brotli'],
  reads: pythonPaths,
  probe: async () => ((await findPythonVersion('brotli')) ? findPythonVersion('fontTools') : undefined),
};
