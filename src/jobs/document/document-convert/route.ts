import type { ConversionOptions, OptionName } from '../../../engines/conversion-options.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { Refusal } from '../../job-type.ts';
import { obeys, type Route, reachableFrom, routeBetween } from '../graph.ts';

/** The way a request goes. Throws `Refusal` where there is none, or where an option means nothing on it. */
export function routeOf(
  input: FormatId,
  { outputFormat: to, ...given }: ConversionOptions & { outputFormat: FormatId },
): Route {
  const asked = (Object.keys(given) as OptionName[]).filter(name => given[name] !== undefined);
  const route = routeBetween(input, to, asked);
  if (!route)
    throw new Refusal(
      'options.outputFormat',
      `${input} cannot be converted to ${to}. \`options.outputFormat\` must be one of ${reachableFrom(input).join(', ')}.`,
    );
  for (const option of asked) {
    if (!obeys(route, option))
      throw new Refusal(
        `options.${option}`,
        `\`options.${option}\` must be left out: it has no effect on a conversion from ${input} to ${to}.`,
      );
  }
  return route;
}
