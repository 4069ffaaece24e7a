import { writeSync } from 'node:fs';
import { type HostileRun, report } from '../../probe-context.ts';

/** Writes `lines` to the host's own channel, then ends like a normal job. */
export const run: HostileRun<{ lines: string[] }> = async ({ options, dir }) => {
  for (const line of options.lines) writeSync(3, `${line}\n`);
  await new Promise(resolve => setTimeout(resolve, 50));
  return report(dir, { said: options.lines.length });
};
