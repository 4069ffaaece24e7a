import { Value } from 'typebox/value';
import { type FormatId, getFormat } from '../../../src/formats/formats.ts';
import { type JobType, Refusal, type Resolution } from '../../../src/jobs/job-type.ts';
import { findBase64File } from './base64.ts';
import { chosenExamples, type Example } from './chosen.ts';
import { sampleFiles } from './samples.ts';

/** Finds a sample file that the job type accepts. Without one, the request names a file of the caller. */
function chooseInput(job: JobType): string {
  const sample = sampleFiles.find(({ format }) => job.accepts.includes(format));
  if (sample) return sample.name;
  return `input.${getFormat(job.accepts[0]!).extensions[0]}`;
}

interface Choice {
  enum?: unknown[];
  anyOf?: { const?: unknown }[];
  default?: unknown;
}

/** Chooses the options that a request cannot leave out. */
function chooseOptions(job: JobType): Record<string, unknown> {
  if (job.example) return job.example;
  const { properties, required = [] } = job.options as unknown as {
    properties: Record<string, Choice>;
    required?: string[];
  };
  return Object.fromEntries(
    required.flatMap(name => {
      const { default: usual, enum: values, anyOf } = properties[name]!;
      const first = values?.[0] ?? anyOf?.[0]?.const;
      return usual !== undefined || first === undefined ? [] : [[name, first]];
    }),
  );
}

/** Returns the format of a file by its name. */
const findFormat = (name: string, job: JobType): FormatId =>
  job.accepts.find(id => getFormat(id).extensions.some(extension => name.endsWith(`.${extension}`))) ??
  job.accepts[0]!;

/** Asks what the request makes. Without an example of its own, a job type may need options that cannot be guessed. */
function resolveExample(
  job: JobType,
  request: Parameters<JobType['resolve']>[0],
): Pick<Resolution, 'outputs' | 'count'> {
  try {
    return job.resolve(request);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { outputs: [request.input], count: 'one' };
  }
}

/** Lists the files that a request reads: its inputs, and those that options contain in base64. */
export const listFiles = ({ inputs, options }: Example): string[] => [
  ...inputs,
  ...Object.values(options).flatMap(value => findBase64File(value) ?? []),
];

/** Chooses the example of a job type: the one written for it, or one made from its declaration. */
export function chooseExample(job: JobType): Example {
  const chosen = chosenExamples[job.id];
  const inputs = chosen?.inputs ?? (job.inputs === 'many' ? ['report.pdf', 'form.pdf'] : [chooseInput(job)]);
  const options = chosen?.options ?? chooseOptions(job);
  const filled = Value.Default(job.options, structuredClone(options)) as Record<string, unknown>;
  const input = findFormat(inputs[0]!, job);
  const { outputs, count } = resolveExample(job, { input, options: filled, files: inputs.length });
  const stem = inputs[0]!.replace(/\.[^.]+$/, '');
  const extension = count === 'many' ? 'zip' : getFormat(outputs[0]!).extensions[0];
  const isSame = inputs.includes(`${stem}.${extension}`);
  return {
    inputs,
    options,
    output:
      chosen?.output ??
      (isSame ? `${stem}-${job.id.replace(/^[^-]+-/, '')}.${extension}` : `${stem}.${extension}`),
    isMany: count === 'many',
  };
}
