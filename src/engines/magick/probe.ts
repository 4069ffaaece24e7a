import type { Engine } from '../engine.ts';
import { npmVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'magick',
  title: 'ImageMagick (WebAssembly)',
  licence: 'Apache-2.0, ImageMagick licence',
  packages: [],
  probe: () => npmVersion('@imagemagick/magick-wasm'),
};
