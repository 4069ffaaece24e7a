import { readFile } from 'node:fs/promises';
import type { Engine } from 'filemill';

export const engine: Engine = {
  id: 'tally',
  title: 'Tally',
  licence: 'Apache-2.0',
  packages: [],
  // Stands for a configuration file: a file of every Debian that no other engine reads.
  reads: ['/etc/debian_ver*'],
  probe: async () => (await readFile('/etc/debian_version', 'utf8')).trim(),
};
