import type { FormatId } from '../../../formats/formats.ts';
import { countFiles, listAccepted } from '../../../jobs/input-files.ts';
import { listNeeds, Refusal, type Resolution } from '../../../jobs/job-type.ts';
import { zip } from '../../../lists.ts';
import { runInput } from './step-links.ts';
import type { ReadStep } from './steps.ts';

/** A step of a chain. Without sources it takes the only file of the step before. */
export type ChainStep = Pick<ReadStep, 'index' | 'job' | 'options'> &
  Partial<Pick<ReadStep, 'artifacts' | 'sources' | 'mode' | 'when'>>;

/** The step at which a chain breaks for an input, and the reason. */
export interface Broken {
  index: number;
  reason: string;
}

function resolveStep(step: ChainStep, input: FormatId): Resolution | string {
  const { job, options, artifacts = [], mode } = step;
  const collects = mode === 'collect';
  const accepted = collects ? listAccepted(job, 1).filter(each => job.accepts.includes(each)) : job.accepts;
  if (!accepted.includes(input)) return `${job.id} does not take ${input}.`;
  try {
    const files = collects ? Math.max(2, countFiles(job).least) : 1 + artifacts.length;
    return job.resolve({ input, options, files });
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/** The path of an input through a chain, step by step. */
export interface Followed {
  /** All engines that each step needs. */
  needs: string[][];
  /** The engines that each step needs, by the format of its file. A step that no file reaches has none. */
  needsByFormat: Map<FormatId, string[]>[];
  /** The formats that each step may make. */
  outputs: FormatId[][];
  /** Whether the last step may make several files. */
  makesMany: boolean;
}

interface Made {
  formats: FormatId[];
  many: boolean;
}

const takesFormat = ({ when }: ChainStep, format: FormatId): boolean =>
  when?.format === undefined || [when.format].flat().includes(format);

/** Follows an input format through the steps, up to the end or to where the chain breaks. */
export function follow(steps: ChainStep[], input: FormatId): Followed | Broken {
  const made: Made[] = [];
  const needsByFormat: Map<FormatId, string[]>[] = [];
  for (const [at, step] of steps.entries()) {
    const { sources = [at - 1], mode = 'one' } = step;
    const outputs = new Set<FormatId>();
    const needed = new Map<FormatId, string[]>();
    let many = false;
    for (const source of sources) {
      const given = source === runInput ? { formats: [input], many: false } : made[source]!;
      if (mode === 'one' && given.many)
        return {
          index: steps[source]!.index,
          reason: `${steps[source]!.job.id} may make several files here, so it can only be the final step, unless the step that uses them has forEach or collect.`,
        };
      many ||= mode === 'each' && (given.many || sources.length > 1);
      for (const format of given.formats.filter(each => takesFormat(step, each))) {
        const resolved = resolveStep(step, format);
        if (typeof resolved === 'string') return { index: step.index, reason: resolved };
        many ||= resolved.count === 'many';
        for (const output of resolved.outputs) outputs.add(output);
        needed.set(format, listNeeds(resolved));
      }
    }
    made.push({ formats: [...outputs], many });
    needsByFormat.push(needed);
  }
  return {
    needs: needsByFormat.map(needed => [...new Set([...needed.values()].flat())]),
    needsByFormat,
    outputs: made.map(({ formats }) => formats),
    makesMany: made.at(-1)?.many ?? false,
  };
}

/** A chain that works for some inputs: the formats a run may begin with, and what each step may make of them. */
export interface Flow {
  accepts: FormatId[];
  outputs: FormatId[][];
  makesMany: boolean;
}

/** Returns the steps that use the input of a run. */
const findFirstSteps = (steps: ChainStep[]): ChainStep[] =>
  steps.filter(({ sources }, at) => (sources ?? [at - 1]).includes(runInput));

/** Follows every format that a first step accepts. If none gets through, returns the break that comes latest. */
export function followAllFormats(steps: ChainStep[]): Flow | Broken {
  const accepts: FormatId[] = [];
  const outputs = steps.map(() => new Set<FormatId>());
  const reached = new Set<number>();
  let makesMany = false;
  let furthest: Broken | undefined;
  for (const format of new Set(findFirstSteps(steps).flatMap(({ job }) => job.accepts))) {
    const result = follow(steps, format);
    if ('reason' in result) {
      if (!furthest || result.index > furthest.index) furthest = result;
      continue;
    }
    const used = result.needsByFormat.flatMap((needed, at) => (needed.size > 0 ? [at] : []));
    if (used.length === 0) continue;
    accepts.push(format);
    makesMany ||= result.makesMany;
    for (const at of used) reached.add(at);
    for (const [all, made] of zip(outputs, result.outputs)) for (const output of made) all.add(output);
  }
  if (accepts.length === 0 && furthest) return furthest;
  const unused = steps.find((_, at) => !reached.has(at));
  if (unused) return { index: unused.index, reason: 'No file that could reach this step matches `when`.' };
  return { accepts, outputs: outputs.map(made => [...made]), makesMany };
}

/** Merges what each step needs for any of these input formats. */
export function followFormats(steps: ChainStep[], inputs: readonly FormatId[]): Map<FormatId, string[]>[] {
  const merged = steps.map(() => new Map<FormatId, string[]>());
  for (const input of inputs) {
    const followed = follow(steps, input);
    if ('needsByFormat' in followed)
      for (const [all, needed] of zip(merged, followed.needsByFormat))
        for (const [format, needs] of needed) all.set(format, needs);
  }
  return merged;
}
