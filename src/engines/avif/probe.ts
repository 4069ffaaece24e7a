import type { Engine } from '../engine.ts';
import { findProgramVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'avif',
  title: 'AVIF tools (libavif)',
  licence: 'BSD-2-Clause',
  packages: ['libavif-bin'],
  probe: () => findProgramVersion('avifdec', ['--version'], /Version: (\S+)/),
};
