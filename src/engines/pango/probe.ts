import type { Engine } from '../engine.ts';
import { findProgramVersion, fontPaths, pythonPaths } from '../installed.ts';

const version =
  'import gi; gi.require_version("PangoCairo", "1.0"); from gi.repository import Pango, PangoCairo; import cairo; print("pango", Pango.version_string())';

export const engine: Engine = {
  id: 'pango',
  title: 'Pango',
  licence: 'LGPL-2.0-or-later',
  packages: [
    ...['python3', 'python3-gi', 'python3-gi-cairo', 'python3-cairo', 'gir1.2-pango-1.0', 'fontconfig'],
    ...['fonts-dejavu-core', 'fonts-noto-core', 'fonts-noto-cjk'],
  ],
  reads: [...fontPaths, ...pythonPaths],
  probe: () => findProgramVersion('/usr/bin/python3', ['-I', '-c', version], /pango (\S+)/),
};
