import type { TObject } from 'typebox';
import { findFormat } from '../formats/declared.ts';
import { listOpenNeeds, type Need } from './form-fields.ts';
import type { JobType, Suggestion } from './job-type.ts';

/**
 * An action that the workspace offers for a file: a job type, and the output format if it is part of the
 * choice.
 */
export interface Offer {
  /** The title; by default the name of the format. */
  title?: string;
  note?: string;
  /** The options set by this choice. */
  options: Record<string, string>;
  /** The output format of this choice. */
  output?: string;
  /** The input formats for which it is suggested, with its rank. */
  suggestedFor?: Record<string, number>;
  /** Whether it has required options besides those set by this choice. */
  needsOptions: boolean;
}

interface Choice {
  enum?: string[];
  anyOf?: { const?: unknown }[];
  default?: unknown;
}

const listValues = ({ enum: listed, anyOf }: Choice): string[] =>
  listed ?? anyOf?.flatMap(each => (typeof each.const === 'string' ? [each.const] : [])) ?? [];

/** Returns the option for the output format, with its values. */
function findFormatOption(options: TObject) {
  const { properties } = options;
  const required: readonly string[] = options.required ?? [];
  const name = ['outputFormat', 'format'].find(each => each in properties);
  if (name === undefined) return undefined;
  const schema = properties[name] as Choice;
  return {
    name,
    values: listValues(schema),
    mustBeGiven: required.includes(name) && schema.default === undefined,
  };
}

/** Returns the text up to the first full stop that ends a sentence: "favicon.ico" goes on. */
const readFirstSentence = (text: string): string => text.split(/(?<=\.)\s/, 1)[0] ?? text;

function listRanks(suggestions: readonly Suggestion[], format?: string): Pick<Offer, 'suggestedFor'> {
  const ranks = suggestions
    .filter(suggestion => suggestion.format === format)
    .flatMap(({ inputs, rank }) => inputs.map(input => [input, rank] as const));
  return ranks.length > 0 ? { suggestedFor: Object.fromEntries(ranks) } : {};
}

interface Titled {
  title?: string;
  default?: unknown;
}

/** Lists the options of which one must be given: those that the declaration names, and required ones without a default. */
export function listNeeded({ options, needs = [] }: JobType): Need[] {
  const required = ((options.required as readonly string[] | undefined) ?? []).filter(name => {
    const schema = options.properties[name] as Titled;
    return schema.default === undefined && !needs.some(need => need.options.includes(name));
  });
  return [
    ...needs,
    ...required.map(name => ({
      options: [name],
      hint: `Choose: ${(options.properties[name] as Titled).title}`,
    })),
  ];
}

/** Returns whether the workspace must ask for options before it can run this choice. */
function needsOptions(job: JobType, chosen: Record<string, string>): boolean {
  const defaults = Object.entries(job.options.properties).map(([name, schema]) => [
    name,
    (schema as Titled).default,
  ]);
  return listOpenNeeds(listNeeded(job), { ...Object.fromEntries(defaults), ...chosen }).length > 0;
}

/** Lists the workspace's offers for a job type: one, one per action, or one per output format. */
export function listOffers(job: JobType): Offer[] {
  const { title, summary, offersActions, offersFormats, suggestedFor = [] } = job;
  if (offersActions)
    return offersActions.map(action => ({ ...action, needsOptions: needsOptions(job, action.options) }));
  const option = findFormatOption(job.options);
  if (!option || !(offersFormats || option.mustBeGiven))
    return [
      {
        title,
        note: readFirstSentence(summary),
        options: {},
        needsOptions: needsOptions(job, {}),
        ...listRanks(suggestedFor),
      },
    ];
  const words = typeof offersFormats === 'object' ? offersFormats : {};
  return option.values.map(value => ({
    ...words[value],
    options: { [option.name]: value },
    // A value may be an extension, such as jsonl.
    output: findFormat(value) ?? value,
    needsOptions: needsOptions(job, { [option.name]: value }),
    ...listRanks(suggestedFor, value),
  }));
}
