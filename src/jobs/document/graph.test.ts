import { expect, test } from 'vitest';
import { findCheapestRoute, listInputFormats, listOutputFormats, listReachableFormats } from './graph.ts';

test('a format can be reached exactly if there is a route to it', () => {
  for (const from of listInputFormats()) {
    const ends = listOutputFormats().filter(to => findCheapestRoute(from, to, []));
    expect(listReachableFormats(from), from).toEqual(ends.sort());
  }
});

test('no format occurs twice on a route, and only a finish may be its fourth step', () => {
  const routes = listInputFormats().flatMap(from =>
    listOutputFormats().flatMap(to => {
      const route = findCheapestRoute(from, to, []);
      return route && route.length > 1 ? [{ formats: [from, ...route.map(step => step.to)], route }] : [];
    }),
  );
  expect(routes.filter(({ formats }) => new Set(formats).size < formats.length)).toEqual([]);
  expect(routes.filter(({ route }) => route.length > 3 && !route[3]!.isFinish)).toEqual([]);
  expect(routes.some(({ route }) => route.length === 4)).toBe(true);
});
