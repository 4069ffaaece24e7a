import type { Engine } from '../engine.ts';
import { npmVersion } from '../installed.ts';

export const engine: Engine = {
  id: 'pdfium',
  title: 'PDFium (WebAssembly)',
  licence: 'MIT, PDFium BSD-3-Clause and Apache-2.0',
  packages: [],
  probe: () => npmVersion('@hyzyla/pdfium'),
};
