import { expect, test } from 'vitest';
import { runProgram } from './program.ts';

const inFolder = { cwd: '/' };

test('a program that takes too long is ended, and that is told as what it is', async () => {
  const late = runProgram('sleep', ['60'], { ...inFolder, seconds: 0.2 });
  await expect(late).rejects.toMatchObject({ reason: 'timeout', detail: 'sleep took longer than 0.2 s' });
  await expect(runProgram('echo', ['a'], { ...inFolder, seconds: 20 })).resolves.toMatchObject({ code: 0 });
});

test('a program that prints too much is ended, and that is told as what it is', async () => {
  await expect(runProgram('yes', [], { ...inFolder, maxStdout: 1000 })).rejects.toMatchObject({
    reason: 'limit_exceeded',
  });
});
