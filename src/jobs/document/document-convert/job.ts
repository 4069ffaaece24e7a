import type { FormatId } from '../../../formats/formats.ts';
import { defineJobType, Refusal } from '../../job-type.ts';
import { pdfHost } from '../../pdf/resolution.ts';
import { obeys, type Route, reachableFrom, routeBetween, startingFormats } from '../graph.ts';
import { options, outputFormats } from './options.ts';

const outputs = new Set(outputFormats);

/** The way a request goes. Throws `Refusal` where there is none, or where an option means nothing on it. */
export function routeOf(input: FormatId, given: Record<string, unknown>): Route {
  const to = given.outputFormat as FormatId;
  const asked = Object.keys(given).filter(key => key !== 'outputFormat' && given[key] !== undefined);
  const route = routeBetween(input, to, asked);
  if (!route) {
    const reachable = reachableFrom(input).filter(format => outputs.has(format));
    throw new Refusal(
      '/outputFormat',
      `${input} cannot be converted to ${to}; it can be to: ${reachable.join(', ')}`,
    );
  }
  for (const option of asked) {
    if (!obeys(route, option))
      throw new Refusal(`/${option}`, `${option} has no meaning from ${input} to ${to}`);
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
  options,
  resolve({ input, options: given }) {
    const route = routeOf(input, given);
    const last = route.at(-1)!;
    const many = route.some(
      step =>
        step.many === true ||
        (step.many && (given as Record<string, unknown>)[step.many.option] === step.many.value),
    );
    const instead =
      last.instead && (given as Record<string, unknown>)[last.instead.option] === last.instead.value;
    // Archives are mended by the one and where that is not enough written anew by the other.
    const archiving = given.pdfa ? ['pikepdf', 'ghostscript'] : [];
    // An engine's own hosts first; what else works on a PDF starts the process that lives on in those for PDFs.
    const host = route.find(step => step.host)?.host ?? (input === 'pdf' || given.pdfa ? pdfHost : undefined);
    return {
      outputs: [instead ? last.instead!.format : last.to],
      count: many ? 'many' : 'one',
      engines: [...new Set([...route.map(step => step.engine), ...archiving])],
      ...(host ? { host } : {}),
    };
  },
});
