import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { runProgram } from '../program.ts';
import { throwNotInstalled } from './engine.ts';

test('reports missing tools as unsupported_content and a failing tool as engine_error', async () => {
  const missing = runProgram('avifdec-that-is-nowhere', [], { cwd: tmpdir() });
  await expect(missing.catch(throwNotInstalled)).rejects.toMatchObject({ reason: 'unsupported_content' });
  const broken = runProgram('false', [], { cwd: tmpdir() });
  await expect(broken.catch(throwNotInstalled)).rejects.toMatchObject({ reason: 'engine_error' });
});
