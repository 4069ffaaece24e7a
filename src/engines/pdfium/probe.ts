import type { Engine } from '../engine.ts';
import { findNpmVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'pdfium',
  title: 'PDFium (WebAssembly)',
  licence: 'MIT, PDFium BSD-3-Clause and Apache-2.0',
  packages: [],
  probe: () => findNpmVersion('@hyzyla/pdfium'),
};
