import type { Engine } from '../engine.ts';
import { findPythonVersion, fontPaths, pythonPaths } from '../installed.ts';

export const engine: Engine = {
  id: 'weasyprint',
  title: 'WeasyPrint',
  licence: 'BSD-3-Clause',
  packages: [
    ...['python3', 'weasyprint', 'fontconfig', 'fonts-liberation', 'fonts-dejavu-core'],
    ...[
      'fonts-noto-core',
      'fonts-noto-cjk',
      'fonts-texgyre-math',
      'libharfbuzz-subset0',
      'python3-fonttools',
    ],
  ],
  reads: [...fontPaths, ...pythonPaths],
  probe: () => findPythonVersion('weasyprint'),
};
