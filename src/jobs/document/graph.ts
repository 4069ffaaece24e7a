import {
  type Aids,
  type Edge,
  type EdgesModule,
  rowsFormat,
  type StepFormat,
} from '../../engines/conversion.ts';
import type { OptionName } from '../../engines/conversion-options.ts';
import { type FormatId, formats } from '../../formats/formats.ts';
import { loadFiles } from '../../job-and-engine-folders.ts';

/** An edge and the engine that offers it. */
export interface Step extends Edge {
  engine: string;
}
export type Route = readonly Step[];

/** The most steps. One more may draw the pages of a document or write it in an older format, if no shorter route does. */
const longestRoute = 3;
/** The fixed cost of a step: each one loses a little quality and takes time, whatever the edges say. */
const costOfStep = 1;

const declared = await loadFiles<EdgesModule>('engines', 'edges.ts');
const steps = [...declared].flatMap(([engine, { edges }]) =>
  edges.map((edge): Step => ({ ...edge, engine })),
);
const stepsFrom = Map.groupBy(steps, step => step.from);
const finishesFrom = Map.groupBy(
  steps.filter(step => step.isFinish),
  step => step.from,
);

/** Returns the engine that offers this aid, if there is one. */
export const findEngineOffering = (aid: keyof Aids): string | undefined =>
  [...declared].find(([, { offers }]) => offers?.includes(aid))?.[0];

function* listRoutes(start: FormatId): Generator<Route> {
  const open: Route[] = [[]];
  const reached = new Set<StepFormat>();
  for (let route = open.shift(); route; route = open.shift()) {
    if (route.length) yield route;
    const isLong = route.length >= longestRoute;
    const next = (isLong ? finishesFrom : stepsFrom).get(route.at(-1)?.to ?? start);
    if (!next || route.length > longestRoute) continue;
    const seen = new Set([start, ...route.map(step => step.to)]);
    for (const step of next) {
      // At this length all shorter routes are known.
      if (isLong && reached.has(step.to)) continue;
      // No format occurs twice on a route, except that a single step may lead from a format to itself.
      if (!seen.has(step.to) || (route.length === 0 && step.to === start)) {
        if (route.at(-1)?.to === start && route.length > 0) continue;
        open.push([...route, step]);
        if (!isLong) reached.add(step.to);
      }
    }
  }
}

const computeCost = (route: Route): number => route.reduce((sum, step) => sum + step.cost + costOfStep, 0);

const routes = new Map<FormatId, ReadonlyMap<StepFormat, Route[]>>();
/** Returns all routes from a format by their end, cheapest first. */
function groupRoutesByEnd(from: FormatId): ReadonlyMap<StepFormat, Route[]> {
  const known = routes.get(from);
  if (known) return known;
  const found = Map.groupBy(
    [...listRoutes(from)].sort((a, b) => computeCost(a) - computeCost(b)),
    route => route.at(-1)!.to,
  );
  routes.set(from, found);
  return found;
}

/**
 * Returns true if the option has an effect on the route. A password opens the input, so only the first step
 * can use it.
 */
export const obeys = (route: Route, option: OptionName): boolean =>
  (option === 'password' ? route.slice(0, 1) : route).some(step => step.options?.includes(option));

/** The extra cost that a route may have for the sake of an option. Beyond it, the option is refused. */
const longestDetour = 5;

/**
 * Returns the cheapest route that obeys the given options, otherwise the cheapest route, whose refusal
 * explains why. With `engine`, only routes with a step of this engine count.
 */
export function findCheapestRoute(
  from: FormatId,
  to: FormatId,
  asked: readonly OptionName[],
  engine?: string,
): Route | undefined {
  const ways = groupRoutesByEnd(from).get(to) ?? [];
  const [cheapest] = ways;
  if (!cheapest) return undefined;
  const most = computeCost(cheapest) + longestDetour;
  return (
    ways.find(
      route =>
        computeCost(route) <= most &&
        asked.every(option => obeys(route, option)) &&
        (engine === undefined || route.some(step => step.engine === engine)),
    ) ?? cheapest
  );
}

const isFormat = (format: StepFormat): format is FormatId => format !== rowsFormat;

export const listReachableFormats = (from: FormatId): FormatId[] =>
  [...groupRoutesByEnd(from).keys()].filter(isFormat).sort();

export const listInputFormats = (): FormatId[] => [...stepsFrom.keys()].filter(isFormat).sort();

/** Returns all formats that some route ends in, in the order of the table of formats. */
export function listOutputFormats(): FormatId[] {
  const ends = new Set(steps.map(step => step.to));
  return [...formats.keys()].filter(format => ends.has(format));
}
