import type { Static } from 'typebox';
import type { ConversionOptions, OptionValue } from '../../../engines/conversion-options.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { defineJobType, Refusal } from '../../job-type.ts';
import { archivingEngines } from '../../pdf/archiving-engines.ts';
import { pdfHost } from '../../pdf/resolution.ts';
import { obeys, type Route, reachableFrom, routeBetween, startingFormats } from '../graph.ts';
import { optionNames, options } from './options.ts';

type Given = Static<typeof options>;

/** Whether the request says what a declaration depends on. */
const says = (given: ConversionOptions, { option, value }: OptionValue): boolean => given[option] === value;

/** The way a request goes. Throws `Refusal` where there is none, or where an option means nothing on it. */
export function routeOf(input: FormatId, { outputFormat: to, ...given }: Given): Route {
  const asked = optionNames.filter(name => given[name] !== undefined);
  const route = routeBetween(input, to, asked);
  if (!route)
    throw new Refusal(
      'options.outputFormat',
      `${input} cannot be converted to ${to}. options.outputFormat must be one of ${reachableFrom(input).join(', ')}.`,
    );
  for (const option of asked) {
    if (!obeys(route, option))
      throw new Refusal(
        `options.${option}`,
        `options.${option} must be left out: it has no effect on a conversion from ${input} to ${to}.`,
      );
  }
  return route;
}

export const job = defineJobType({
  id: 'document-convert',
  tabs: ['document', 'spreadsheet', 'data'],
  title: 'Convert documents, spreadsheets and data',
  summary:
    'Converts between document, spreadsheet and data formats by the best way the installed engines offer.',
  accepts: startingFormats(),
  inputs: 'one',
  converts: 'format',
  options,
  optionsFor(input, outputFormat) {
    const route = routeBetween(input, outputFormat as FormatId, []) ?? [];
    return optionNames.filter(option => obeys(route, option));
  },
  resolve({ input, options: given }) {
    const route = routeOf(input, given);
    const many = route.some(({ many }) => many === true || (many && says(given, many)));
    const instead = route.at(-1)?.instead;
    // An engine's own hosts first; what else works on a PDF starts the process that lives on in those for PDFs.
    const host = route.find(step => step.host)?.host ?? (input === 'pdf' || given.pdfa ? pdfHost : undefined);
    return {
      outputs: [instead && says(given, instead) ? instead.format : given.outputFormat],
      count: many ? 'many' : 'one',
      engines: [...new Set([...route.map(step => step.engine), ...(given.pdfa ? archivingEngines : [])])],
      ...(host ? { host } : {}),
    };
  },
});
