import type { Engine } from '../engine.ts';
import { findPythonVersion, pythonPaths } from '../installed.ts';

export const engine: Engine = {
  id: 'pikepdf',
  title: 'pikepdf (qpdf)',
  licence: 'MPL-2.0, qpdf Apache-2.0',
  packages: ['python3-pikepdf', 'python3-fonttools'],
  reads: pythonPaths,
  probe: () => findPythonVersion('pikepdf'),
};
