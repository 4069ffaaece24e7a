import { readFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { testFolder } from '../../pdf/testing/folder.ts';
import { job } from './job.ts';
import { run } from './run.ts';
import { accuracy } from './testing/accuracy.ts';
import { harshen } from './testing/harsh.ts';
import { printed, sentences } from './testing/printed.ts';

// Simulates a runtime library that does not suit the machine.
vi.mock('onnxruntime-node', () => {
  throw new Error('libonnxruntime.so.1: cannot open shared object file');
});

const at = testFolder();

it('reads a poor page with Tesseract alone if the second engine fails to load', async () => {
  const file = at('grain.png');
  await harshen(await printed(), file, { scale: 0.5, skew: 2.5, noise: 35, contrast: 0.6 });
  await using made = await runJob(job, run, file);
  expect(made.engines).toEqual(['sharp', 'tesseract']);
  expect(accuracy(sentences.join('\n'), await readFile(made.outputs[0]!.path, 'utf8'))).toBeGreaterThan(0.6);
});
