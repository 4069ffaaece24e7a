import type { Engine } from '../engine.ts';
import { pythonVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'text-layer',
  title: 'Text layers (pikepdf)',
  licence: 'MPL-2.0, qpdf Apache-2.0',
  packages: ['python3-pikepdf'],
  probe: () => pythonVersion('pikepdf'),
};
