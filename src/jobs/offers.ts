import type { TObject } from 'typebox';
import type { JobType, Suggestion } from './job-type.ts';

/** One thing that the workspace offers to do with a file: a job type, and the format to write where that is chosen with it. */
export interface Offer {
  /** Left out: the name of the format. */
  title?: string;
  note?: string;
  /** The options that the choice sets. */
  options: Record<string, string>;
  /** The format that the choice names. */
  output?: string;
  /** The formats of files for which it is offered among the first, with its rank there. */
  suggestedFor?: Record<string, number>;
}

interface Choice {
  enum?: string[];
  anyOf?: { const?: unknown }[];
  default?: unknown;
}

const listValues = ({ enum: listed, anyOf }: Choice): string[] =>
  listed ?? anyOf?.flatMap(each => (typeof each.const === 'string' ? [each.const] : [])) ?? [];

/** The option that names the format to write, with its values. */
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

/** The sentence up to the first full stop. */
const readFirstSentence = (text: string): string => /^[^.]*\.?/.exec(text)?.[0] ?? text;

function listRanks(suggestions: readonly Suggestion[], format?: string): Pick<Offer, 'suggestedFor'> {
  const ranks = suggestions
    .filter(suggestion => suggestion.format === format)
    .flatMap(({ inputs, rank }) => inputs.map(input => [input, rank] as const));
  return ranks.length > 0 ? { suggestedFor: Object.fromEntries(ranks) } : {};
}

/** Lists what the workspace offers of a job type: one offer, or one for each format it writes. */
export function listOffers(job: JobType): Offer[] {
  const { title, shortTitle, summary, offersFormats, suggestedFor = [] } = job;
  const option = findFormatOption(job.options);
  if (!option || !(offersFormats || option.mustBeGiven))
    return [
      {
        title: shortTitle ?? title,
        note: readFirstSentence(summary),
        options: {},
        ...listRanks(suggestedFor),
      },
    ];
  const words = typeof offersFormats === 'object' ? offersFormats : {};
  return option.values.map(output => ({
    ...words[output],
    options: { [option.name]: output },
    output,
    ...listRanks(suggestedFor, output),
  }));
}
