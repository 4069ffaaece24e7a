import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));
const runPython = (code: string): unknown =>
  JSON.parse(
    execFileSync('/usr/bin/python3', ['-B', '-c', code], {
      encoding: 'utf8',
      env: { PYTHONPATH: folder, PATH: '/usr/bin:/bin' },
    }),
  );

/** If one of these changes, check that our replacement still fits the new code, and record the new fingerprint. */
test('the patched functions of WeasyPrint are the ones the patches were written for', () => {
  expect(runPython('import json, patches; print(json.dumps(patches.fingerprints()))')).toEqual({
    split_first_line: '8d7146f8c9c14aca',
    'Font.clean': '7dc5b136649cc84f',
    draw_first_line: '203c1b23ead975d4',
  });
});

test('an unknown version of WeasyPrint is not patched', () => {
  const install = (version: string) =>
    runPython(`import json, weasyprint, patches; weasyprint.__version__ = "${version}"; print(json.dumps(
      [patches.install(), weasyprint.layout.inline.split_first_line is patches.split_first_line]))`);
  expect(install('58.0')).toEqual([false, true]);
  expect(install('57.9')).toEqual([true, false]);
});
