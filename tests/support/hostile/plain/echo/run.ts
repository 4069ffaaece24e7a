import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Work } from '../../../../../src/settings/work.ts';
import { type HostileRun, report } from '../../probe-context.ts';

let runs = 0;

/** A benign job: reports which process ran it, how often, and with which input. */
export const run: HostileRun<{ sleepMs?: number; progress?: number[]; work?: Work }> = async ({
  inputs,
  options,
  dir,
  progress,
  begin,
}) => {
  runs += 1;
  if (options.work) begin(options.work);
  for (const percent of options.progress ?? []) {
    progress(percent);
    await sleep(120);
  }
  if (options.sleepMs) await sleep(options.sleepMs);
  const texts = await Promise.all(inputs.map(input => readFile(input.path, 'utf8')));
  return report(dir, { pid: process.pid, runs, texts, started: performance.timeOrigin });
};
