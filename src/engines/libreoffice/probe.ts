import { readFile } from 'node:fs/promises';
import type { Engine } from '../engine.ts';
import { fontPaths, pythonPaths } from '../installed.ts';

const settings = '/usr/lib/libreoffice/share/registry/main.xcd';

/** Reads the version from LibreOffice's settings: starting it to ask would take seconds. */
async function probe(): Promise<string | undefined> {
  try {
    const text = await readFile(settings, 'utf8');
    await readFile('/usr/lib/python3/dist-packages/uno.py');
    return /"ooSetupVersionAboutBox">\s*<value>([\d.]+)/.exec(text)?.[1];
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
      'libreoffice-draw-nogui',
      'python3',
      'python3-uno',
      'python3-fonttools',
      'poppler-utils',
    ],
    ...['fonts-liberation', 'fonts-crosextra-carlito', 'fonts-crosextra-caladea', 'fonts-dejavu-core'],
    ...['fonts-noto-core', 'fonts-noto-cjk', 'fonts-noto-color-emoji'],
  ],
  reads: [
    ...[...fontPaths, ...pythonPaths, '/etc/libreoffice', '/var/lib/libreoffice'],
    ...['/etc/papersize', '/etc/paperspecs', '/etc/libpaper.d', '/etc/xml', '/etc/sgml'],
  ],
  probe,
};
