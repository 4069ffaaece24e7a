import type { Engine } from '../engine.ts';
import { findProgramVersion, fontPaths } from '../installed.ts';

export const engine: Engine = {
  id: 'chromium',
  title: 'Chromium',
  licence: 'BSD-3-Clause',
  packages: ['chromium-headless-shell', 'fontconfig', 'fonts-liberation', 'fonts-dejavu-core', 'fonts-noto-core', 'fonts-noto-cjk', 'fonts-noto-color-emoji'],
  reads: fontPaths,
  multiprocessHost: 'browser',
  probe: () => findProgramVersion('/usr/lib/chromium/chromium-headless-shell', ['--version'], /([\d.]+)/),
};
