import type { ConversionOptions, OptionValue } from '../../../engines/conversion-options.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { defineJobType, Refusal } from '../../job-type.ts';
import { readingEngines, readingLimits } from '../../ocr/reading.ts';
import { archivingEngines, pdfHost } from '../../pdf/documents/resolution.ts';
import { obeys, routeBetween, startingFormats } from '../graph.ts';
import { dataTab, documentTab, spreadsheetTab } from '../tabs.ts';
import { optionNames, options } from './options.ts';
import { routeOf } from './route.ts';
import { suggestions } from './suggestions.ts';

/** Whether the request says what a declaration depends on. */
const says = (given: ConversionOptions, { option, value }: OptionValue): boolean => given[option] === value;

export const job = defineJobType({
  id: 'document-convert',
  tabs: [documentTab, spreadsheetTab, dataTab],
  title: 'Convert documents, spreadsheets and data',
  summary:
    'Converts between document, spreadsheet and data formats by the best way the installed engines offer.',
  accepts: startingFormats(),
  inputs: 'one',
  offersFormats: true,
  suggestedFor: suggestions(),
  converts: 'format',
  installedChoices: ['languages'],
  options,
  optionsFor(input, outputFormat) {
    const route = routeBetween(input, outputFormat as FormatId, []) ?? [];
    return optionNames.filter(option => obeys(route, option));
  },
  resolve({ input, options: given }) {
    const route = routeOf(input, given);
    if (given.languages && given.ocr === 'never')
      throw new Refusal(
        'options.languages',
        '`options.languages` must be left out when `options.ocr` is "never".',
      );
    const many = route.some(({ many }) => many === true || (many && says(given, many)));
    const instead = route.at(-1)?.instead;
    // An engine's own hosts first; what else works on a PDF starts the process that lives on in those for PDFs.
    const host = route.find(step => step.host)?.host ?? (input === 'pdf' || given.pdfa ? pdfHost : undefined);
    return {
      outputs: [instead && says(given, instead) ? instead.format : given.outputFormat],
      count: many ? 'many' : 'one',
      engines: [
        ...new Set([
          ...route.map(step => step.engine),
          ...(given.pdfa ? archivingEngines : []),
          // Left to `auto`, a job is not refused where they are missing.
          ...(given.ocr === 'always' ? readingEngines : []),
        ]),
      ],
      ...(host ? { host } : {}),
      ...(obeys(route, 'ocr') && given.ocr !== 'never' ? { limits: readingLimits } : {}),
    };
  },
});
