import { describe, expect, test } from 'vitest';
import type { JobTypeList } from '../../src/contract/schemas/service.ts';
import { warningCatalogue, warningDetails } from '../../src/contract/warnings.ts';
import { readHelp } from '../../web/src/components/options-form/groups.ts';
import { removeAdvice } from '../../web/src/wording/advice.ts';
import { english } from '../../web/src/wording/english.ts';
import { useSharedService } from '../support/use-service.ts';

const service = useSharedService();
const codes = ['de', 'fr', 'es', 'ja', 'ar'];

interface Translation {
  strings: object;
  declared: Record<string, string>;
  warnings: Record<string, string>;
}
const load = (code: string): Promise<Translation> =>
  import(`../../web/src/wording/languages/${code}/translation.ts`);

/** Collects the texts of an object by their path. */
function listTexts(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => listTexts(each, `${path}.${key}`));
}

const isWords = (text: string) => /[A-Za-z]{2}/.test(text);

/** Collects what the form shows of an option. */
function listOptionTexts(name: string, option: Record<string, unknown>): string[] {
  const { title, anyOf = [], items, properties = {} } = option as OptionSchema;
  const help = readHelp(option);
  const labels = (option['x-labels'] ?? {}) as Record<string, string>;
  const values = [option, ...anyOf].map(each => each.const).filter(value => typeof value === 'string');
  const plain = values.filter(value => /^[a-z][a-z-]*$/.test(value) && !labels[value]);
  const written = plain.map(value => value.charAt(0).toUpperCase() + value.slice(1).replaceAll('-', ' '));
  const inner = [
    properties,
    ...[...anyOf, ...(items ? [items, ...(items.anyOf ?? [])] : [])].map(each => each.properties),
  ];
  const kinds = (items?.anyOf ?? []).filter(each => each.properties).map(each => readHelp(each as object));
  return [
    ...kinds,
    ...[title, help, option['x-group'], ...Object.values(labels)].filter(text => typeof text === 'string'),
    ...(/^(outputFormat|format)$/.test(name) ? [] : written),
    ...inner.flatMap(each =>
      Object.entries(each ?? {}).flatMap(([key, value]) => listOptionTexts(key, value)),
    ),
  ];
}

interface OptionSchema {
  'x-ways'?: { title: string; list: { title: string }[] };
  title?: string;
  const?: unknown;
  anyOf?: OptionSchema[];
  items?: OptionSchema;
  properties?: Record<string, Record<string, unknown>>;
}

describe.each(codes)('%s', code => {
  test('has every text of the page, none of them too long', async () => {
    const { strings } = await load(code);
    const texts = new Map(listTexts(strings));
    const known = listTexts(english).filter(([path]) => !path.startsWith('.targets.formats'));
    expect(known.filter(([path]) => !texts.get(path)?.trim()).map(([path]) => path)).toEqual([]);
    const long = known.filter(([path, text]) => texts.get(path)!.length > Math.max(24, 2.2 * text.length));
    expect(long.map(([path]) => `${path}: ${texts.get(path)}`)).toEqual([]);
    const same = known.filter(([path, text]) => /[a-z]{3} [a-z]{3}/.test(text) && texts.get(path) === text);
    expect(same.map(([path]) => path)).toEqual([]);
  });

  test('has the sentences of all warnings that are for people, and no others', async () => {
    const { warnings } = await load(code);
    const sentences = [
      ...Object.values(warningCatalogue),
      ...Object.values(warningDetails).map(({ says }) => says),
    ];
    expect(Object.keys(warnings).toSorted()).toEqual([...new Set(sentences.map(removeAdvice))].toSorted());
    expect(Object.values(warnings).filter(text => text.includes('`') || text.trim() === '')).toEqual([]);
  });

  test('has every text of the job types, none of them too long', async () => {
    const client = await service.client();
    const { jobTypes } = (await client.send<JobTypeList>('GET', '/job-types')).body;
    const { declared } = await load(code);
    const shown = jobTypes.flatMap(
      ({ title, summary, family, heading, offers, needs, roles = [], options }) => [
        ...[title, summary, family, heading.title, ...roles.map(role => role.title)],
        ...[...offers.flatMap(offer => [offer.title, offer.note]), ...needs.map(({ hint }) => hint)],
        ...[(options as OptionSchema)['x-ways'] ?? []]
          .flat()
          .flatMap(ways => [ways.title, ...ways.list.map(way => way.title)]),
        ...Object.entries((options as OptionSchema).properties ?? {}).flatMap(([name, option]) =>
          listOptionTexts(name, option),
        ),
      ],
    );
    const missing = new Set(shown.filter(text => text !== undefined && isWords(text) && !(text in declared)));
    expect([...missing]).toEqual([]);
    const long = Object.entries(declared).filter(
      ([text, translated]) => translated.length > Math.max(28, 2.2 * text.length),
    );
    expect(long).toEqual([]);
  });
});
