import { expect, test } from 'vitest';
import { loadJobTypes } from '../../src/jobs/registry.ts';
import type { Ways } from '../../web/src/components/options-form/ways.ts';
import { chooseWay, findWay, isOfWay } from '../../web/src/components/options-form/ways.ts';

const types = [...(await loadJobTypes()).values()].filter(({ formWays }) => formWays);

test.each(types.map(type => [type.id, type] as const))(
  'each way to use %s is accepted, recognised again, and replaces the one before',
  (_, { accepts, formWays, options, resolve }) => {
    const ways = formWays as unknown as Ways;
    let given: Record<string, unknown> = {};
    for (const { title, options: names, sets = {} } of [...ways.list, ...ways.list.toReversed()]) {
      given = chooseWay(ways, title, given);
      expect(given).toEqual(sets);
      expect(findWay(ways, given).title).toBe(title);
      expect(names.filter(name => !(name in options.properties))).toEqual([]);
      expect(() => resolve({ input: accepts[0]!, options: given })).not.toThrow();
    }
  },
);

test('a form shows the options of the chosen way and those of no way', () => {
  const ways = types.find(({ id }) => id === 'video-thumbnail')!.formWays as unknown as Ways;
  const shown = (options: Record<string, unknown>) =>
    ['at', 'every', 'count', 'grid', 'sprite', 'width'].filter(name =>
      isOfWay(ways, findWay(ways, options), name),
    );
  expect(shown({})).toEqual(['width']);
  expect(shown({ count: 3 })).toEqual(['count', 'width']);
  expect(shown({ sprite: true, every: 2 })).toEqual(['every', 'width']);
  expect(shown({ sprite: false })).toEqual(['width']);
});
