import type { FormatId } from '../../formats/formats.ts';
import { needsOf, Refusal, type Resolution } from '../../jobs/job-type.ts';
import { type ReadStep, refuseStep } from './steps.ts';

type ChainStep = Pick<ReadStep, 'index' | 'job' | 'options'>;

/** Where a chain breaks for an input. */
export interface Broken {
  index: number;
  reason: string;
}

function resolveStep({ job, options }: ChainStep, input: FormatId): Resolution | string {
  if (!job.accepts.includes(input)) return `${job.id} does not take ${input}.`;
  try {
    return job.resolve({ input, options });
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/** Follows an input format through the steps: what every step needs of a worker, or where it breaks. */
export function follow(steps: ChainStep[], input: FormatId): { needs: string[][] } | Broken {
  let formats = [input];
  const needs: string[][] = [];
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
      for (const need of needsOf(resolved)) needed.add(need);
    }
    formats = [...outputs];
    needs.push([...needed]);
  }
  return { needs };
}

/** The formats a run may begin with: all that the first step takes and that get through. None is a refusal. */
export function acceptedInputs(steps: ChainStep[]): FormatId[] {
  const [first] = steps;
  const accepted: FormatId[] = [];
  let furthest: Broken | undefined;
  for (const format of first!.job.accepts) {
    const result = follow(steps, format);
    if ('needs' in result) accepted.push(format);
    else if (!furthest || result.index > furthest.index) furthest = result;
  }
  if (accepted.length === 0) throw refuseStep(furthest!.index, '', furthest!.reason);
  return accepted;
}
