import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Fails if pikepdf imports other modules: check which of them tasks can do without. */
test('loads pikepdf without modules that tasks never use', () => {
  const code =
    'import sys, json, lean_pikepdf; print(json.dumps([name for name in ("lxml", "PIL", "email.parser", "importlib_metadata") if name in sys.modules]))';
  const env = { PYTHONPATH: folder, PATH: '/usr/bin:/bin' };
  expect(JSON.parse(execFileSync('/usr/bin/python3', ['-B', '-c', code], { encoding: 'utf8', env }))).toEqual(
    [],
  );
});
