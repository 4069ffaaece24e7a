import { listConversions } from '../../../src/domain/installation/job-types.ts';
import type { FormatId } from '../../../src/formats/formats.ts';
import type { JobType } from '../../../src/jobs/job-type.ts';
import type { Remarks } from './options-table.ts';

type Conversion = readonly [input: FormatId, output: string];

/** Longer lists of formats would hide the meaning of the option. */
const maxInputs = 12;
const maxOutputs = 6;

const list = (formats: ReadonlySet<string>): string =>
  [...formats]
    .sort()
    .map(format => `\`${format}\``)
    .join(' ');

/** Names the formats outside of which an option has no effect, if they are few. */
function describeReach(pairs: readonly Conversion[], all: readonly Conversion[]): string {
  const listFew = (side: 0 | 1, most: number): string => {
    const formats = new Set(pairs.map(pair => pair[side]));
    const isEvery = formats.size === new Set(all.map(pair => pair[side])).size;
    return isEvery || formats.size > most ? '' : list(formats);
  };
  const inputs = listFew(0, maxInputs);
  const outputs = listFew(1, maxOutputs);
  const words = [inputs && `from ${inputs}`, outputs && `to ${outputs}`].filter(Boolean);
  return words.length > 0 ? `Only ${words.join(' ')}.` : '';
}

/** Describes which conversions each option has an effect on, for a job type that refuses it for the others. */
export function describeReaches(job: JobType): Remarks {
  const { optionsFor } = job;
  if (!optionsFor) return new Map();
  const conversions = listConversions(job);
  const all = job.accepts.flatMap(input =>
    [...conversions.get(input)!.outputs].map(output => [input, output] as const),
  );
  const reached = new Map<string, Conversion[]>();
  for (const pair of all)
    for (const name of optionsFor(...pair)) reached.set(name, [...(reached.get(name) ?? []), pair]);
  return new Map([...reached].map(([name, pairs]) => [name, describeReach(pairs, all)]));
}
