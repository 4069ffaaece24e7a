import type { JobType } from '@filemill/client';
import type { Recipe, SentSteps } from '../../api/recipes.ts';

/** The sources of a step's files, the conditions for using them, and the artifacts it names. */
export type StepLinks = Pick<
  SentSteps[number],
  'from' | 'forEach' | 'collect' | 'when' | 'outputName' | 'output' | 'artifacts'
>;

/** A step that is being edited. */
export interface DraftStep extends StepLinks {
  /** Identifies the step when it is moved. */
  key: string;
  name: string;
  jobType: string;
  options: Record<string, unknown>;
  /** The step of the saved recipe it comes from, and which of its options are stored secrets. */
  previousIndex?: number;
  secretOptions?: string[];
}

export interface Draft {
  name: string;
  description: string;
  steps: DraftStep[];
}

let keys = 0;
export const newKey = (): string => {
  keys += 1;
  return `step-${keys}`;
};

/** Picks the links that are set. */
const pickLinks = ({
  from,
  forEach,
  collect,
  when,
  outputName,
  output,
  artifacts,
}: StepLinks): StepLinks => ({
  ...(from !== undefined && { from }),
  ...(forEach && { forEach }),
  ...(collect && { collect }),
  ...(when && { when }),
  ...(outputName && { outputName }),
  ...(output && { output }),
  ...(artifacts && { artifacts }),
});

export const emptyDraft: Draft = { name: '', description: '', steps: [] };

export const makeDraft = ({ name, description, steps }: Recipe): Draft => ({
  name,
  description,
  steps: steps.map(({ index, name: stepName, jobType, config, secretOptions, ...links }) => ({
    key: newKey(),
    name: stepName,
    jobType,
    options: (config[String(config.tab)] ?? {}) as Record<string, unknown>,
    previousIndex: index,
    ...pickLinks(links),
    ...(secretOptions && { secretOptions }),
  })),
});

/** Steps in the form of the API. */
export const sentSteps = (steps: DraftStep[]): SentSteps =>
  steps.map(({ name, jobType, options, previousIndex, ...links }) => ({
    ...(name && { name }),
    jobType,
    options,
    ...pickLinks(links),
    ...(previousIndex !== undefined && { previousIndex }),
  }));

/** A recipe as a file to share, without anything specific to this workspace. */
export const exportText = ({ name, description, steps }: Draft): string =>
  JSON.stringify(
    {
      name,
      description,
      steps: steps.map(({ name, jobType, options, artifacts: _, output: __, ...links }) => ({
        name,
        jobType,
        options,
        ...pickLinks(links),
      })),
    },
    null,
    2,
  );

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads such a file, or a response of `GET /recipes/:id`; undefined if it is neither. */
export function importText(text: string): Draft | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(read) || !Array.isArray(read.steps)) return undefined;
  const steps = read.steps.map((step: unknown): DraftStep | undefined => {
    if (!isRecord(step) || typeof step.jobType !== 'string') return undefined;
    const config = isRecord(step.config) ? step.config : undefined;
    const options = config ? config[String(config.tab)] : step.options;
    return {
      key: newKey(),
      name: typeof step.name === 'string' ? step.name : '',
      jobType: step.jobType,
      options: isRecord(options) ? options : {},
      // The service checks them as it checks the options.
      ...pickLinks(step as StepLinks),
    };
  });
  if (steps.some(step => step === undefined)) return undefined;
  return {
    name: typeof read.name === 'string' ? read.name : '',
    description: typeof read.description === 'string' ? read.description : '',
    steps: steps as DraftStep[],
  };
}

export const newStep = (type: JobType, options: Record<string, unknown>): DraftStep => ({
  key: newKey(),
  name: type.title,
  jobType: type.id,
  options,
});

/** Whether two drafts would be saved identically. */
export const isSame = (one: Draft, other: Draft): boolean => {
  const text = (draft: Draft) =>
    JSON.stringify({ name: draft.name, description: draft.description, steps: sentSteps(draft.steps) });
  return text(one) === text(other);
};
