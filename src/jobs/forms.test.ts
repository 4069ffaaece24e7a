import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { listOpenNeeds } from './form-fields.ts';
import { type JobType, Refusal } from './job-type.ts';
import { listNeeded, listOffers } from './offers.ts';
import { loadJobTypes } from './registry.ts';

interface Field {
  title: string;
  description?: string;
  'x-help'?: string;
  'x-hidden'?: true;
  'x-default'?: unknown;
  type?: string;
  default?: unknown;
  'x-shown-when'?: Record<string, unknown[]>;
}

const types = [...(await loadJobTypes()).values()];
const listFields = (job: JobType) =>
  Object.entries(job.options.properties as unknown as Record<string, Field>);

test('every option has one short help sentence without field names', () => {
  const wrong = types.flatMap(job =>
    listFields(job)
      .filter(([, field]) => !field['x-hidden'])
      .map(([name, { description = '', 'x-help': help = /^.*?\.(?= |$)/.exec(description)?.[0] ?? '' }]) => ({
        at: `${job.id}.${name}`,
        help,
      }))
      .filter(
        ({ help }) => !/^[^`]{5,90}[.]$/.test(help) || /unless given|left out:|^For |\bbytes\b/i.test(help),
      ),
  );
  expect(wrong).toEqual([]);
});

test('every switch shows whether it is on', () => {
  const open = types.flatMap(job =>
    listFields(job)
      .filter(([, field]) => field.type === 'boolean' && !field['x-hidden'])
      .filter(([, field]) => (field.default ?? field['x-default']) === undefined)
      .map(([name]) => `${job.id}.${name}`),
  );
  expect(open).toEqual([]);
});

test.each([
  ['document-convert', 'exportBookmarks', 'docx', 'csv'],
  ['document-convert', 'toc', 'md', 'json'],
  ['image-convert', 'background', 'png', 'jpeg'],
])('%s shows %s for %s, and not for %s, where it would change nothing', (id, option, shown, left) => {
  const field = listFields(types.find(job => job.id === id)!).find(([name]) => name === option)![1];
  const inputs = field['x-shown-when']!.input;
  expect(inputs).toContain(shown);
  expect(inputs).not.toContain(left);
});

test('conditions and needs refer to existing options', () => {
  for (const job of types) {
    const names = [...Object.keys(job.options.properties), 'input', 'outputFormat'];
    const conditions = [
      ...listFields(job).map(([, field]) => field['x-shown-when'] ?? {}),
      ...listNeeded(job).map(({ when = {} }) => when),
    ];
    const named = [...conditions.flatMap(Object.keys), ...listNeeded(job).flatMap(({ options }) => options)];
    expect(named.filter(name => !names.includes(name))).toEqual([]);
  }
});

test.each(types.map(job => [job.id, job] as const))(
  '%s asks for options exactly if it would refuse a request without them',
  (_, job) => {
    for (const { options, needsOptions } of listOffers(job)) {
      const filled = Value.Default(job.options, { ...options }) as Record<string, unknown>;
      const accepted = job.accepts.some(input => {
        if (!Value.Check(job.options, filled)) return false;
        try {
          job.resolve({ input, options: filled });
          return true;
        } catch (error) {
          if (error instanceof Refusal) return false;
          throw error;
        }
      });
      expect(needsOptions).toBe(!accepted);
    }
  },
);

test('the example of a job type satisfies its needs', () => {
  for (const job of types.filter(({ example }) => example))
    expect(listOpenNeeds(job.needs ?? [], job.example ?? {})).toEqual([]);
});
