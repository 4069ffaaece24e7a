import type { Engine } from '../engine.ts';
import { findPythonVersion, pythonPaths } from '../installed.ts';

export const engine: Engine = {
  id: 'comics',
  title: 'img2pdf and Pillow',
  licence: 'LGPL-3.0-or-later, HPND',
  // The pages are unpacked with libarchive.
  packages: ['python3-img2pdf', 'python3-pil', 'libarchive-tools'],
  reads: pythonPaths,
  probe: () => findPythonVersion('img2pdf'),
};
