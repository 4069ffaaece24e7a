import type { Engine } from '../engine.ts';
import { findProgramVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'jxl',
  title: 'JPEG XL tools (libjxl)',
  licence: 'BSD-3-Clause',
  packages: ['libjxl-tools'],
  probe: () => findProgramVersion('cjxl', ['--version'], /v(\d+\.\d+\.\d+)/),
};
