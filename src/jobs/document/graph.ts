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

/** Lists the routes of at most `most` steps, shorter ones first. Those with more than `longestRoute` end in a finish. */
function listRoutes(from: FormatId, to: FormatId, most: number): Route[] {
  const beforeEnd = new Set(steps.filter(step => step.to === to).map(step => step.from));
  const found: Route[] = [];
  let open: Route[] = [[]];
  for (let length = 1; length <= most; length++) {
    const next = length > longestRoute ? finishesFrom : stepsFrom;
    // No format occurs twice on a route, except that a single step may lead from a format to itself.
    const isNew = (format: StepFormat, route: Route) =>
      length === 1 || (format !== from && route.every(step => step.to !== format));
    const leads = (format: StepFormat) =>
      format === to || length < most - 1 || (length < most && beforeEnd.has(format));
    const longer = open.flatMap(route =>
      (next.get(route.at(-1)?.to ?? from) ?? [])
        .filter(step => leads(step.to) && isNew(step.to, route))
        .map(step => [...route, step]),
    );
    found.push(...longer.filter(route => route.at(-1)!.to === to));
    open = longer.filter(route => ![from, to].includes(route.at(-1)!.to as FormatId));
  }
  return found;
}

interface Way {
  route: Route;
  cost: number;
}

const computeCost = (route: Route): number => route.reduce((sum, step) => sum + step.cost + costOfStep, 0);

const ways = new Map<string, readonly Way[]>();
/** Returns all routes between two formats, cheapest first. */
function findWays(from: FormatId, to: FormatId): readonly Way[] {
  const key = `${from} ${to}`;
  const known = ways.get(key);
  if (known) return known;
  const short = listRoutes(from, to, longestRoute);
  const found = (short.length > 0 ? short : listRoutes(from, to, longestRoute + 1))
    .map(route => ({ route, cost: computeCost(route) }))
    .sort((a, b) => a.cost - b.cost);
  ways.set(key, found);
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
  const ways = findWays(from, to);
  const [cheapest] = ways;
  if (!cheapest) return undefined;
  const most = cheapest.cost + longestDetour;
  const { route } =
    ways.find(
      ({ route, cost }) =>
        cost <= most &&
        asked.every(option => obeys(route, option)) &&
        (engine === undefined || route.some(step => step.engine === engine)),
    ) ?? cheapest;
  return route;
}

const isFormat = (format: StepFormat): format is FormatId => format !== rowsFormat;

/** Returns all formats in which some route from this one ends. */
export function listReachableFormats(from: FormatId): FormatId[] {
  const reached = new Set<StepFormat>();
  let ends: StepFormat[] = [from];
  for (let length = 1; length <= longestRoute + 1; length++) {
    const next = length > longestRoute ? finishesFrom : stepsFrom;
    const found = new Set(ends.flatMap(end => next.get(end) ?? []).map(step => step.to));
    ends = [...found].filter(format => format !== from && !reached.has(format));
    for (const format of length === 1 ? found : ends) reached.add(format);
  }
  return [...reached].filter(isFormat).sort();
}

export const listInputFormats = (): FormatId[] => [...stepsFrom.keys()].filter(isFormat).sort();

/** Returns all formats that some route ends in, in the order of the table of formats. */
export function listOutputFormats(): FormatId[] {
  const ends = new Set(steps.map(step => step.to));
  return [...formats.keys()].filter(format => ends.has(format));
}
