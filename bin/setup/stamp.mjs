// The stamp records what set-up has done, so that the next one does nothing if nothing has changed.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** How long after a failure a start tries again. */
const retryMs = 10 * 60_000;

export const readJson = path => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};

const stampFile = root => join(root, 'node_modules/.filemill-setup.json');

export const readStamp = root => readJson(stampFile(root)) ?? {};

export function changeStamp(root, change) {
  mkdirSync(dirname(stampFile(root)), { recursive: true });
  writeFileSync(stampFile(root), JSON.stringify({ ...readStamp(root), ...change }));
}

export const isDue = failedAt => failedAt !== undefined && Date.now() - failedAt > retryMs;

const modified = path => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Computes a key that changes whenever there may be something to do: other dependencies, engines or Debian packages. */
export function computeKey(root) {
  const hash = createHash('sha256');
  hash.update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of [join(root, 'src/setup'), join(root, 'src/engines')])
    for (const path of readdirSync(folder, { recursive: true }).sort())
      if (folder.endsWith('setup') ? path.endsWith('.ts') : /^[^/]+\/probe\.ts$/.test(path))
        hash.update(path).update(readFileSync(join(folder, path)));
  hash.update(String(modified('/var/lib/dpkg/status')));
  return hash.digest('hex');
}
