import {
  type Aids,
  type Edge,
  type EdgesModule,
  rowsFormat,
  type StepFormat,
} from '../../engines/conversion.ts';
import type { OptionName } from '../../engines/conversion-options.ts';
import { loadFiles } from '../../folders.ts';
import { type FormatId, formats } from '../../formats/formats.ts';

/** An edge and the engine that walks it. */
export interface Step extends Edge {
  engine: string;
}
export type Route = readonly Step[];

const longestRoute = 3;
/** Each further step loses a little more and takes a little longer, whatever the edges say. */
const costOfStep = 1;

const declared = await loadFiles<EdgesModule>('engines', 'edges.ts');
const steps = [...declared].flatMap(([engine, { edges }]) =>
  edges.map((edge): Step => ({ ...edge, engine })),
);
const stepsFrom = Map.groupBy(steps, step => step.from);

/** The engine that does this for others, if there is one. */
export const engineOffering = (aid: keyof Aids): string | undefined =>
  [...declared].find(([, { offers }]) => offers?.includes(aid))?.[0];

function* routesFrom(start: FormatId): Generator<Route> {
  const open: Route[] = [[]];
  for (let route = open.shift(); route; route = open.shift()) {
    if (route.length) yield route;
    if (route.length === longestRoute) continue;
    const seen = new Set([start, ...route.map(step => step.to)]);
    for (const step of stepsFrom.get(route.at(-1)?.to ?? start) ?? []) {
      // A format is left once and never met again, except that the whole way may be one step from it to itself.
      if (!seen.has(step.to) || (route.length === 0 && step.to === start)) {
        if (route.at(-1)?.to !== start || route.length === 0) open.push([...route, step]);
      }
    }
  }
}

const costOf = (route: Route): number => route.reduce((sum, step) => sum + step.cost + costOfStep, 0);

const routes = new Map<FormatId, ReadonlyMap<StepFormat, Route[]>>();
/** Every way from a format, cheapest first, by where it ends. */
function routesByEnd(from: FormatId): ReadonlyMap<StepFormat, Route[]> {
  const known = routes.get(from);
  if (known) return known;
  const found = Map.groupBy(
    [...routesFrom(from)].sort((a, b) => costOf(a) - costOf(b)),
    route => route.at(-1)!.to,
  );
  routes.set(from, found);
  return found;
}

/** A password opens the input, so only the first step can have a use for it. */
export const obeys = (route: Route, option: OptionName): boolean =>
  (option === 'password' ? route.slice(0, 1) : route).some(step => step.options?.includes(option));

/** How much more a way may cost for the sake of an option; beyond it the option is refused, not obeyed at any price. */
const longestDetour = 5;

/** The cheapest way that obeys the options asked for; failing that, the cheapest way, for its words of refusal. */
export function routeBetween(from: FormatId, to: FormatId, asked: readonly OptionName[]): Route | undefined {
  const ways = routesByEnd(from).get(to) ?? [];
  const [cheapest] = ways;
  if (!cheapest) return undefined;
  const most = costOf(cheapest) + longestDetour;
  return ways.find(route => costOf(route) <= most && asked.every(option => obeys(route, option))) ?? cheapest;
}

const isFormat = (format: StepFormat): format is FormatId => format !== rowsFormat;

export const reachableFrom = (from: FormatId): FormatId[] =>
  [...routesByEnd(from).keys()].filter(isFormat).sort();

export const startingFormats = (): FormatId[] => [...stepsFrom.keys()].filter(isFormat).sort();

/** Everything some way ends in, in the order of the table of formats. */
export function reachableFormats(): FormatId[] {
  const ends = new Set(steps.map(step => step.to));
  return [...formats.keys()].filter(format => ends.has(format));
}
