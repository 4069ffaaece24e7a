import type { Engine } from '../engine.ts';
import { fontPaths, programVersion, pythonPaths } from '../installed.ts';

export const engine: Engine = {
  id: 'poppler',
  title: 'Poppler',
  licence: 'GPL-2.0-or-later',
  packages: ['poppler-utils', 'poppler-data', 'qpdf', 'python3-pikepdf'],
  reads: [...fontPaths, ...pythonPaths],
  probe: () => programVersion('pdftotext', ['-v'], /version (\S+)/),
};
