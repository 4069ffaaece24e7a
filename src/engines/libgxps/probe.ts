import type { Engine } from '../engine.ts';
import { findProgramVersion, fontPaths } from '../installed.ts';

export const engine: Engine = {
  id: 'libgxps',
  title: 'libgxps',
  licence: 'LGPL-2.1-or-later',
  packages: ['libgxps-utils'],
  reads: fontPaths,
  // The program itself does not tell its version.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query replaces it.
  probe: () => findProgramVersion('dpkg-query', ['-W', '-f', '${Version}', 'libgxps-utils'], /^(\d[\d.]*)/),
};
