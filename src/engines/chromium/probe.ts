import { browserHost } from '../browser-host.ts';
import type { Engine } from '../engine.ts';
import { findProgramVersion, fontPaths } from '../installed.ts';
import { program } from './program.ts';

export const engine: Engine = {
  id: 'chromium',
  title: 'Chromium',
  licence: 'BSD-3-Clause',
  packages: [
    ...['chromium-headless-shell', 'fontconfig', 'fonts-liberation', 'fonts-dejavu-core'],
    ...['fonts-noto-core', 'fonts-noto-cjk', 'fonts-noto-color-emoji', 'fonts-dejavu-extra', 'poppler-utils'],
  ],
  isLarge: true,
  reads: fontPaths,
  multiprocessHost: browserHost,
  probe: () => findProgramVersion(program, ['--version'], /([\d.]+)/),
};
