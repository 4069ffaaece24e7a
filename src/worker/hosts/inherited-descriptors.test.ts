import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('descriptors that the starter of the service left open are closed, and the channel is not', () => {
  const module = new URL('./inherited-descriptors.ts', import.meta.url).href;
  const script = `
    const { closeInheritedDescriptors } = await import(${JSON.stringify(module)});
    const { existsSync } = await import('node:fs');
    const listOpen = () => [3, 20, 251].filter(each => existsSync('/proc/self/fd/' + each));
    const before = listOpen();
    closeInheritedDescriptors(3);
    console.log(JSON.stringify([before, listOpen()]));`;
  const command = 'exec 3</ 20</ 251</; exec "$0" "$@"';
  const args = ['-c', command, process.execPath, '--input-type=module', '--eval', script];
  expect(JSON.parse(execFileSync('/bin/bash', args, { encoding: 'utf8' }))).toEqual([[3, 20, 251], [3]]);
});
