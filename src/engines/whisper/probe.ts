import type { Engine } from '../engine.ts';
import { findNpmVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'whisper',
  title: 'whisper.cpp, which writes down speech',
  licence: 'MIT',
  packages: [],
  // Two contexts of the base model with what they compute in; where an entry declares more, more are opened.
  heavyMb: 900,
  probe: () => findNpmVersion(`@fugood/node-whisper-${process.platform}-${process.arch}`),
};
