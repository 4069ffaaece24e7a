import type { FormatId } from '../../../formats/formats.ts';
import { listNeeds, Refusal, type Resolution } from '../../../jobs/job-type.ts';
import { zip } from '../../../lists.ts';
import type { ReadStep } from './steps.ts';

export type ChainStep = Pick<ReadStep, 'index' | 'job' | 'options'> & Partial<Pick<ReadStep, 'artifacts'>>;

/** The step at which a chain breaks for an input, and the reason. */
export interface Broken {
  index: number;
  reason: string;
}

function resolveStep({ job, options, artifacts = [] }: ChainStep, input: FormatId): Resolution | string {
  if (!job.accepts.includes(input)) return `${job.id} does not take ${input}.`;
  try {
    return job.resolve({ input, options, files: 1 + artifacts.length });
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/** The path of an input through a chain: the engines that each step needs, and the formats it may make. */
export interface Followed {
  needs: string[][];
  outputs: FormatId[][];
}

/** Follows an input format through the steps, up to the end or to where the chain breaks. */
export function follow(steps: ChainStep[], input: FormatId): Followed | Broken {
  let formats = [input];
  const needs: string[][] = [];
  const made: FormatId[][] = [];
  for (const step of steps) {
    const outputs = new Set<FormatId>();
    const needed = new Set<string>();
    for (const format of formats) {
      const resolved = resolveStep(step, format);
      if (typeof resolved === 'string') return { index: step.index, reason: resolved };
      if (step !== steps.at(-1) && resolved.count === 'many')
        return {
          index: step.index,
          reason: `${step.job.id} may make several files here, so it can only be the final step.`,
        };
      for (const output of resolved.outputs) outputs.add(output);
      for (const need of listNeeds(resolved)) needed.add(need);
    }
    formats = [...outputs];
    made.push(formats);
    needs.push([...needed]);
  }
  return { needs, outputs: made };
}

/** A chain that works for some inputs: the formats a run may begin with, and what each step may make of them. */
export interface Flow {
  accepts: FormatId[];
  outputs: FormatId[][];
}

/** Follows every format that the first step accepts. If none gets through, returns the break that comes latest. */
export function followAllFormats(steps: ChainStep[]): Flow | Broken {
  const accepts: FormatId[] = [];
  const outputs = steps.map(() => new Set<FormatId>());
  let furthest: Broken | undefined;
  for (const format of steps[0]?.job.accepts ?? []) {
    const result = follow(steps, format);
    if ('needs' in result) {
      accepts.push(format);
      for (const [all, made] of zip(outputs, result.outputs)) for (const output of made) all.add(output);
    } else if (!furthest || result.index > furthest.index) furthest = result;
  }
  if (accepts.length === 0 && furthest) return furthest;
  return { accepts, outputs: outputs.map(made => [...made]) };
}
