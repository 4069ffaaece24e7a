import type { Engine } from '../engine.ts';
import { findNpmVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'zxing',
  title: 'ZXing-C++ (WebAssembly)',
  licence: 'MIT, ZXing-C++ Apache-2.0',
  packages: [],
  probe: () => findNpmVersion('zxing-wasm'),
};
