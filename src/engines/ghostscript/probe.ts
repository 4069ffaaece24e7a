import type { Engine } from '../engine.ts';
import { findProgramVersion, fontPaths } from '../installed.ts';

export const engine: Engine = {
  id: 'ghostscript',
  title: 'Ghostscript',
  licence: 'AGPL-3.0-or-later (run as a program, never linked)',
  packages: ['ghostscript'],
  reads: [
    ...fontPaths,
    '/etc/ghostscript',
    '/var/lib/ghostscript',
    '/etc/papersize',
    '/etc/paperspecs',
    '/etc/libpaper.d',
  ],
  probe: () => findProgramVersion('gs', ['--version'], /^(\S+)/),
};
