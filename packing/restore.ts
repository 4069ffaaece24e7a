// After `npm pack`: the manifests of the sources are put back.
import { manifests, restoreManifest } from './manifest.ts';

for (const path of manifests) restoreManifest(path);
