import type { JobType } from '@filemill/client';
import { listConversions } from '../added-files/targets.ts';
import { nameOutput } from '../wording/format-names.ts';

/** An output format, with the job types that make it. */
export interface FormatChoice {
  output: string;
  makers: Maker[];
}

interface Maker {
  /** The conversion by which the Convert page knows it. */
  id: string;
  jobType: JobType;
  /** The formats that it is made from, with their extensions. */
  inputs: string[];
}

/** Weighs how often a format is wanted: by the formats of files for which it is suggested, and how early. */
const weigh = ({ output, makers }: FormatChoice): number =>
  makers
    .flatMap(({ jobType }) => jobType.offers.filter(offer => offer.output === output))
    .flatMap(({ suggestedFor = {} }) => Object.values(suggestedFor))
    .reduce((sum, rank) => sum + 1 / rank, 0);

/** Lists all formats that files can be converted to, the most wanted first, whichever job types make them. */
export function listFormatChoices(jobTypes: JobType[]): FormatChoice[] {
  const conversions = jobTypes.flatMap(jobType =>
    listConversions(jobType).map(conversion => ({ ...conversion, jobType })),
  );
  return [...Map.groupBy(conversions, ({ output }) => output)]
    .map(([output, makers]) => ({ output, makers }))
    .sort((one, other) => weigh(other) - weigh(one));
}

/** Returns the words that name each format: its id, its extensions, and the words of its name. */
function listNames(choices: FormatChoice[], jobTypes: JobType[]): Map<string, string[]> {
  const accepted = jobTypes.flatMap(({ accepts }) => accepts);
  const extensions = new Map(accepted.map(each => [each.format, each.extensions]));
  return new Map(
    [...extensions.keys(), ...choices.map(({ output }) => output)].map(format => [
      format,
      [
        format,
        ...(extensions.get(format) ?? []),
        ...nameOutput(format)
          .toLowerCase()
          .split(/[ ()]+/),
      ],
    ]),
  );
}

/**
 * Leaves the conversions from the first format that the query names to the last: of "png to avif" the one to AVIF, not the one
 * to PNG. Returns all if it names fewer than two formats.
 */
export function chooseByQuery(query: string, choices: FormatChoice[], jobTypes: JobType[]): FormatChoice[] {
  const names = [...listNames(choices, jobTypes)];
  const named = query
    .toLowerCase()
    .split(/\s+/)
    .map(word => names.flatMap(([format, words]) => (words.includes(word) ? [format] : [])))
    .filter(formats => formats.length > 0);
  const [first, last] = [named[0], named.at(-1)];
  if (!first || !last || first === last) return choices;
  return choices
    .filter(({ output }) => last.includes(output))
    .map(({ output, makers }) => ({
      output,
      makers: makers.filter(({ inputs }) => first.some(format => inputs.includes(format))),
    }))
    .filter(({ makers }) => makers.length > 0);
}
