import type { Engine } from '../engine.ts';
import { findNpmVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'whisper',
  title: 'whisper.cpp, for speech recognition',
  licence: 'MIT',
  packages: [],
  // This is enough for two contexts of the base model; where a model's entry declares more, more are opened.
  heavyMb: 900,
  probe: () => findNpmVersion(`@fugood/node-whisper-${process.platform}-${process.arch}`),
};
