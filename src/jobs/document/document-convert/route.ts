import type { ConversionOptions, OptionName } from '../../../engines/conversion-options.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { Refusal } from '../../job-type.ts';
import { findCheapestRoute, listReachableFormats, obeys, type Route } from '../graph.ts';

/** Finds the route of a request. Throws `Refusal` if there is none, or if an option has no effect on it. */
export function findRoute(
  input: FormatId,
  { outputFormat: to, ...given }: ConversionOptions & { outputFormat: FormatId },
): Route {
  const asked = (Object.keys(given) as OptionName[]).filter(name => given[name] !== undefined);
  const engine = given.engine === 'auto' ? undefined : given.engine;
  const route = findCheapestRoute(input, to, asked, engine);
  if (!route)
    throw new Refusal(
      'options.outputFormat',
      `${input} cannot be converted to ${to}. \`options.outputFormat\` must be one of ${listReachableFormats(input).join(', ')}.`,
    );
  const isElsewhere = engine !== undefined && !route.some(step => step.engine === engine);
  for (const option of asked) {
    if (!obeys(route, option) || (option === 'engine' && isElsewhere))
      throw new Refusal(
        `options.${option}`,
        `\`options.${option}\` must be left out: it has no effect on a conversion from ${input} to ${to}.`,
      );
  }
  return route;
}
