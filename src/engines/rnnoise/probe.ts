import type { Engine } from '../engine.ts';
import { findNpmVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'rnnoise',
  title: 'RNNoise, for noise removal',
  licence: 'BSD-3-Clause',
  packages: [],
  probe: () => findNpmVersion('@echogarden/rnnoise-wasm'),
};
