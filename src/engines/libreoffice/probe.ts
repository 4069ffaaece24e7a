import { readFile } from 'node:fs/promises';
import type { Engine } from '../engine.ts';

const versionFile = '/usr/lib/libreoffice/program/versionrc';

/** Starting it to ask would take seconds: the version stands in a file. */
async function probe(): Promise<string | undefined> {
  try {
    const text = await readFile(versionFile, 'utf8');
    await readFile('/usr/lib/python3/dist-packages/uno.py');
    return /^ReferenceOOoMajorMinor=(\S+)/m.exec(text)?.[1];
  } catch {
    return undefined;
  }
}

export const engine: Engine = {
  id: 'libreoffice',
  title: 'LibreOffice',
  licence: 'MPL-2.0',
  packages: [
    ...[
      'libreoffice-writer-nogui',
      'libreoffice-calc-nogui',
      'libreoffice-impress-nogui',
      'libreoffice-math-nogui',
      'python3',
      'python3-uno',
      'poppler-utils',
    ],
    ...['fonts-liberation', 'fonts-crosextra-carlito', 'fonts-crosextra-caladea', 'fonts-dejavu-core'],
    ...['fonts-noto-core', 'fonts-noto-cjk'],
  ],
  probe,
};
