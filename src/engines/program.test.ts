import { expect, test } from 'vitest';
import { runProgram } from './program.ts';

const inFolder = { cwd: '/' };

test('kills a program that exceeds its time limit and reports a timeout', async () => {
  const late = runProgram('sleep', ['60'], { ...inFolder, seconds: 0.2 });
  await expect(late).rejects.toMatchObject({ reason: 'timeout', detail: 'sleep took longer than 0.2 s' });
  await expect(runProgram('echo', ['a'], { ...inFolder, seconds: 20 })).resolves.toMatchObject({ code: 0 });
});

test('kills a program that prints too much and reports limit_exceeded', async () => {
  await expect(runProgram('yes', [], { ...inFolder, maxStdout: 1000 })).rejects.toMatchObject({
    reason: 'limit_exceeded',
  });
});
