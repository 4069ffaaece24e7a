// Runs after `npm pack`: moves the client's package next to the service's, restores the source manifests, and removes
// the compiled files.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { manifests, restoreManifest, root } from './manifest.ts';

const [service, client] = manifests.map(path => dirname(path));
if (resolve(process.cwd()) === service) {
  const beside = resolve(process.env.npm_config_pack_destination || service);
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', beside], {
    cwd: client,
    stdio: 'inherit',
  });
}
for (const path of manifests) {
  restoreManifest(path);
  rmSync(join(dirname(path), 'dist'), { recursive: true, force: true });
}
// In a clone, an older Node imports the client as compiled by set-up.
execFileSync(process.execPath, [
  '--disable-warning=ExperimentalWarning',
  join(root, 'src/setup/compile-client.ts'),
]);
