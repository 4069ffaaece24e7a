import type { Engine } from '../engine.ts';
import { programVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'jxl',
  title: 'JPEG XL tools (libjxl)',
  licence: 'BSD-3-Clause',
  packages: ['libjxl-tools'],
  probe: () => programVersion('cjxl', ['--version'], /v(\d+\.\d+\.\d+)/),
};
