import { expect, test } from 'vitest';
import { type FormatId, getFormat } from '../formats/formats.ts';
import type { Convert, Edge } from './conversion.ts';

// The compiler checks these: an unused @ts-expect-error comment is an error itself.
test('a mistyped format does not compile', () => {
  const known: FormatId = 'docx';
  // @ts-expect-error There is no such format.
  const mistyped: FormatId = 'dox';
  expect(getFormat(known).extensions).toContain('docx');
  expect(() => getFormat(mistyped)).toThrow('no such format: dox');
});

test('a mistyped format or option of an edge does not compile', () => {
  const edges: Edge[] = [
    { from: 'csv', to: 'json', cost: 1, options: ['pretty'] },
    // @ts-expect-error There is no such format.
    { from: 'csvv', to: 'json', cost: 1 },
    // @ts-expect-error There is no such option.
    { from: 'csv', to: 'json', cost: 1, options: ['prety'] },
    // @ts-expect-error The option has no such value.
    { from: 'pdf', to: 'png', cost: 1, many: { option: 'pdfa', value: 'yes' } },
  ];
  expect(edges).toHaveLength(4);
});

test('a converter that mistypes an option or its type does not compile', async () => {
  const convert: Convert = async ({ options, output }) => {
    // @ts-expect-error There is no such option.
    const mistyped = options.pasword;
    // @ts-expect-error It is a number.
    const dpi: string | undefined = options.dpi;
    return [{ path: output, metadata: { given: mistyped === undefined && dpi === undefined } }];
  };
  const step = { from: 'pdf', to: 'png', input: '', output: 'out', stem: '', dir: '', last: true } as const;
  expect(await convert({ ...step, options: {}, progress() {} })).toMatchObject([
    { metadata: { given: true } },
  ]);
});
