import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Computes a key that changes with the content of these files and folders. Missing ones are ignored. */
export function hashFiles(root, paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    if (!existsSync(join(root, path))) continue;
    const names = statSync(join(root, path)).isFile()
      ? [path]
      : readdirSync(join(root, path), { recursive: true })
          .sort()
          .map(name => `${path}/${name}`);
    for (const name of names)
      if (statSync(join(root, name)).isFile()) hash.update(name).update(readFileSync(join(root, name)));
  }
  return hash.digest('hex');
}
