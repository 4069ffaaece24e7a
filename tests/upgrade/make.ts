// Makes the installation in `installation` and the list of what must hold after an upgrade, with the earlier version:
// `node tests/upgrade/make.ts`. Needs the history of the repository.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkOut, useEarlier } from './earlier.ts';

const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'filemill-earlier-'));
try {
  const checkout = join(folder, 'checkout');
  mkdirSync(checkout);
  await checkOut(checkout);
  const dataDir = join(folder, 'data');
  const kept = await useEarlier(checkout, dataDir);
  rmSync(at('installation'), { recursive: true, force: true });
  const command = [join(checkout, 'bin/filemill.mjs'), 'backup', at('installation')];
  execFileSync(process.execPath, command, { env: { ...process.env, DATA_DIR: dataDir }, stdio: 'inherit' });
  writeFileSync(at('kept.json'), `${JSON.stringify(kept, undefined, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
