import type { Engine } from '../engine.ts';
import { findProgramVersion, fontPaths, pythonPaths } from '../installed.ts';

export const engine: Engine = {
  id: 'poppler',
  title: 'Poppler',
  licence: 'GPL-2.0-or-later',
  packages: ['poppler-utils', 'poppler-data', 'qpdf', 'python3-pikepdf'],
  reads: [...fontPaths, ...pythonPaths],
  probe: () => findProgramVersion('pdftotext', ['-v'], /version (\S+)/),
};
