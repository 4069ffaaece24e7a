import type { Engine } from '../engine.ts';
import { programVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'text-layer',
  title: 'Text layers (pikepdf)',
  licence: 'MPL-2.0, qpdf Apache-2.0',
  packages: ['python3-pikepdf'],
  probe: () =>
    programVersion(
      '/usr/bin/python3',
      [
        '-I',
        '-c',
        'import importlib.metadata as m, importlib.util as u; print(u.find_spec("pikepdf") and m.version("pikepdf"))',
      ],
      /^([\d.]+)/,
    ),
};
