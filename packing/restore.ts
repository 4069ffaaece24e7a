// After `npm pack`: the manifests of the sources are put back, and what was compiled goes.
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { manifests, restoreManifest } from './manifest.ts';

for (const path of manifests) {
  restoreManifest(path);
  rmSync(join(dirname(path), 'dist'), { recursive: true, force: true });
}
