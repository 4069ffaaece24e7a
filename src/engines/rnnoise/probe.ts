import type { Engine } from '../engine.ts';
import { npmVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'rnnoise',
  title: 'RNNoise, takes noise from speech',
  licence: 'BSD-3-Clause',
  packages: [],
  probe: () => npmVersion('@echogarden/rnnoise-wasm'),
};
