import type { Engine } from '../engine.ts';
import { findNpmVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'magick',
  title: 'ImageMagick (WebAssembly)',
  licence: 'Apache-2.0, ImageMagick licence',
  packages: [],
  probe: () => findNpmVersion('@imagemagick/magick-wasm'),
};
