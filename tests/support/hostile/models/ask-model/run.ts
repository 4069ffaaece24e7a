import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InferCall } from '../../../../../src/jobs/run.ts';
import { type HostileRun, report } from '../../probe-context.ts';

interface Asked {
  /** Calls made one after the other, unchanged except for the files: `input` and `output` are names in the folder. */
  calls?: Partial<InferCall>[];
  numbers?: number[];
  /** The target of a link at the output's path. */
  link?: string;
  atOnce?: number;
  charge?: number;
}

/** Calls models as requested, and reports the responses. */
export const run: HostileRun<Asked> = async ({ options, dir, infer, charge, progress }) => {
  const { calls = [{}], numbers = [1, 2, 3], link, atOnce = 1 } = options;
  await writeFile(join(dir, 'numbers'), new Float32Array(numbers));
  if (link) await symlink(link, join(dir, 'output-0'));
  if (options.charge !== undefined) await charge(options.charge);
  const heard: unknown[] = [];
  const one = async (call: Partial<InferCall>, index: number) => {
    const output = join(dir, call.output ?? `output-${index}`);
    const facts = await infer({
      engine: 'abacus',
      model: 'double',
      ...call,
      input: call.input?.startsWith('/') ? call.input : join(dir, call.input ?? 'numbers'),
      output,
      progress: fraction => heard.push(fraction),
      partial: value => {
        heard.push(value);
        progress(10 * heard.length);
      },
    });
    const made = await readFile(output).catch(() => undefined);
    return { facts, made: made && [...new Float32Array(new Uint8Array(made).buffer)] };
  };
  const answers: unknown[] = [];
  for (let at = 0; at < calls.length; at += atOnce)
    answers.push(
      ...(await Promise.all(calls.slice(at, at + atOnce).map((call, index) => one(call, at + index)))),
    );
  return report(dir, { answers, heard });
};
