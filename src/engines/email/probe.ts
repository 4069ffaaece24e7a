import type { Engine } from '../engine.ts';
import { findProgramVersion, pythonPaths } from '../installed.ts';

export const engine: Engine = {
  id: 'email',
  title: 'Python email package and olefile',
  licence: 'PSF-2.0, BSD-2-Clause',
  packages: ['python3', 'python3-olefile', 'python3-asn1crypto'],
  reads: pythonPaths,
  probe: () =>
    findProgramVersion(
      '/usr/bin/python3',
      ['-I', '-c', 'import olefile, platform; print(platform.python_version())'],
      /^(\S+)/,
    ),
};
