import { browserHost } from '../../../engines/browser-host.ts';
import type { ConversionOptions, OptionValue } from '../../../engines/conversion-options.ts';
import { workbooks } from '../../../engines/option-flag.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { defineJobType, Refusal } from '../../job-type.ts';
import { readingEngines, readingLimits } from '../../ocr/reading.ts';
import { archivingEngines, pdfHost } from '../../pdf/documents/resolution.ts';
import { findCheapestRoute, listInputFormats, obeys } from '../graph.ts';
import { dataTab, documentTab, spreadsheetTab } from '../tabs.ts';
import { pageLimits } from '../web-pages/options.ts';
import { optionNames, options } from './options.ts';
import { mayUseBrowser } from './printer.ts';
import { findRoute } from './route.ts';
import { listSuggestions } from './suggestions.ts';

/** Returns true if the request sets the option to this value. */
const hasValue = (given: ConversionOptions, { option, value }: OptionValue): boolean =>
  given[option] === value;

export const job = defineJobType({
  id: 'document-convert',
  tabs: [documentTab, spreadsheetTab, dataTab],
  title: 'Convert documents, spreadsheets and data',
  summary:
    'Converts between document, spreadsheet and data formats by the best route that the installed engines offer.',
  accepts: listInputFormats(),
  inputs: 'one',
  offersFormats: true,
  suggestedFor: listSuggestions(),
  converts: 'format',
  installedChoices: ['languages'],
  options,
  optionsFor(input, outputFormat) {
    const route = findCheapestRoute(input, outputFormat as FormatId, []) ?? [];
    return optionNames.filter(option => obeys(route, option));
  },
  formFor(input, outputFormat) {
    const route = findCheapestRoute(input, outputFormat as FormatId, []) ?? [];
    // LibreOffice prints all sheets of a workbook, and what is read as a table is one sheet.
    const printsAll = workbooks.includes(input) && route.some(({ to }) => to === 'pdf');
    return printsAll ? { sheet: { standard: 'all' } } : {};
  },
  resolve({ input, options: given }) {
    const route = findRoute(input, given);
    if (given.languages && given.ocr === 'never')
      throw new Refusal(
        'options.languages',
        '`options.languages` must be left out when `options.ocr` is "never".',
      );
    const many = route.some(({ many }) => many === true || (many && hasValue(given, many)));
    if (given.dpi !== undefined && given.width !== undefined)
      throw new Refusal('options.width', '`options.width` must be left out when `options.dpi` is given.');
    if (given.images !== undefined && given.embedImages !== undefined)
      throw new Refusal(
        'options.embedImages',
        '`options.embedImages` must be left out when `options.images` is given.',
      );
    const instead = route.at(-1)?.instead?.find(value => hasValue(given, value));
    // An engine's own hosts take precedence. Everything else on a PDF uses the long-lived process in the
    // hosts for PDFs.
    const host =
      route.find(step => step.host)?.host ??
      (mayUseBrowser(route, given) ? browserHost : input === 'pdf' || given.pdfa ? pdfHost : undefined);
    return {
      outputs: [instead?.format ?? given.outputFormat, ...(given.attachments ? (['bin'] as const) : [])],
      count: many ? 'many' : 'one',
      engines: [
        ...new Set([
          ...route.map(step => step.engine),
          ...(given.pdfa ? archivingEngines : []),
          // With `auto`, a job is not refused if they are missing.
          ...(given.ocr === 'always' ? readingEngines : []),
        ]),
      ],
      ...(host ? { host } : {}),
      ...(obeys(route, 'ocr') && given.ocr !== 'never' ? { limits: readingLimits } : {}),
      ...(host === browserHost ? { limits: { memoryMb: pageLimits.memoryMb } } : {}),
    };
  },
});
