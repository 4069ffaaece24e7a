import { existsSync, readdirSync } from 'node:fs';
import { type Edge, rowsFormat } from '../../engines/conversion.ts';
import type { FormatId } from '../../formats/formats.ts';

/** An edge and the engine that walks it. */
export interface Step extends Edge {
  engine: string;
}
export type Route = readonly Step[];

const enginesDir = new URL('../../engines/', import.meta.url);
const longestRoute = 3;
/** Each further step loses a little more and takes a little longer, whatever the edges say. */
const costOfStep = 1;

async function declaredSteps(): Promise<Step[]> {
  const folders = readdirSync(enginesDir, { withFileTypes: true }).filter(entry => entry.isDirectory());
  const steps: Step[] = [];
  for (const { name } of folders.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = new URL(`${name}/edges.ts`, enginesDir);
    if (!existsSync(file)) continue;
    const { edges } = (await import(file.href)) as { edges: readonly Edge[] };
    steps.push(...edges.map(edge => ({ ...edge, engine: name })));
  }
  return steps;
}

const stepsFrom = Map.groupBy(await declaredSteps(), step => step.from);

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

const routes = new Map<FormatId, Map<FormatId, Route[]>>();
/** Every way from a format, cheapest first, by where it ends. */
function routesByEnd(from: FormatId): Map<FormatId, Route[]> {
  const known = routes.get(from);
  if (known) return known;
  const found = Map.groupBy(
    [...routesFrom(from)].sort((a, b) => costOf(a) - costOf(b)),
    route => route.at(-1)!.to,
  );
  found.delete(rowsFormat);
  routes.set(from, found);
  return found;
}

/** A password opens the input, so only the first step can have a use for it. */
export const obeys = (route: Route, option: string): boolean =>
  (option === 'password' ? route.slice(0, 1) : route).some(step => step.options?.includes(option));

/** How much more a way may cost for the sake of an option; beyond it the option is refused, not obeyed at any price. */
const longestDetour = 5;

/** The cheapest way that obeys the options asked for; failing that, the cheapest way, for its words of refusal. */
export function routeBetween(from: FormatId, to: FormatId, asked: readonly string[]): Route | undefined {
  const ways = routesByEnd(from).get(to) ?? [];
  const [cheapest] = ways;
  if (!cheapest) return undefined;
  const most = costOf(cheapest) + longestDetour;
  return ways.find(route => costOf(route) <= most && asked.every(option => obeys(route, option))) ?? cheapest;
}

export const reachableFrom = (from: FormatId): FormatId[] => [...routesByEnd(from).keys()].sort();

export const startingFormats = (): FormatId[] =>
  [...stepsFrom.keys()].filter(format => format !== rowsFormat).sort();
