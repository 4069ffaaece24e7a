import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { ApiError } from './errors.ts';
import { oneOf } from './schemas/fields.ts';
import { check } from './validate.ts';

const operation = (type: string, rest: object) =>
  Type.Object({ type: Type.Literal(type), ...rest } as never, { additionalProperties: false });
const checked = check(
  Type.Object({
    angle: Type.Optional(Type.Union([90, 180, 270].map(angle => Type.Literal(angle)))),
    position: Type.Optional(Type.Union([...'abcdefghij'].map(name => Type.Literal(name)))),
    fit: Type.Optional(oneOf(['cover', 'fill'], {})),
    sheet: Type.Optional(Type.Union([Type.String({ minLength: 1 }), Type.Integer({ minimum: 1 })])),
    rotate: Type.Optional(Type.Union([Type.Literal('auto'), Type.Integer()])),
    operations: Type.Optional(
      Type.Array(
        Type.Union([
          operation('crop', { width: Type.Integer() }),
          operation('flip', { axis: Type.Literal('x') }),
        ]),
        { minItems: 1, maxItems: 2 },
      ),
    ),
    name: Type.Optional(Type.String({ minLength: 2, maxLength: 3 })),
    page: Type.Optional(
      Type.Object({ size: Type.Optional(Type.Integer()) }, { additionalProperties: false }),
    ),
  }),
  { at: 'options' },
);

test.each<[value: object, ...messages: string[]]>([
  [{ angle: 45 }, '`options.angle` must be one of 90, 180, 270.'],
  [{ angle: '90' }, '`options.angle` must be one of 90, 180, 270, as a number.'],
  [{ position: 'k' }, '`options.position` must be one of a, b, c, d, e, f, g, h, i, j.'],
  [{ fit: 'x' }, '`options.fit` must be one of cover, fill.'],
  [{ sheet: true }, '`options.sheet` must be a string or a whole number.'],
  [{ sheet: 0 }, '`options.sheet` must be at least 1.'],
  [{ sheet: '' }, '`options.sheet` must not be empty.'],
  [{ rotate: 'x' }, '`options.rotate` must be "auto" or a whole number.'],
  [{ operations: [{ type: 'crop' }] }, '`options.operations.0.width` is required.'],
  [{ operations: [{ type: 'turn' }] }, '`options.operations.0.type` must be one of crop, flip.'],
  [{ operations: ['crop'] }, '`options.operations.0` must be an object.'],
  [{ operations: [] }, '`options.operations` must not be empty.'],
  [{ page: { sise: 1 } }, '`options.page.sise` is not a known field; known: size.'],
  [{ operations: 'x' }, '`options.operations` must be a list.'],
  [
    { name: 'long', angle: 1 },
    '`options.angle` must be one of 90, 180, 270.',
    '`options.name` must have at most 3 characters.',
  ],
  // Only the field that is wrong is named, not those beside it that are one of several things.
  [
    { name: 'x', sheet: 1, rotate: 'auto', operations: [{ type: 'flip', axis: 'x' }] },
    '`options.name` must have at least 2 characters.',
  ],
  // The number of entries comes before the entries.
  [{ operations: [{}, {}, {}] }, '`options.operations` must have at most 2 entries.'],
])('refuses %j with a readable message', (value, ...messages) => {
  try {
    checked(value);
    expect.unreachable();
  } catch (error) {
    const { details = [] } = (error as ApiError).extras as { details?: { message: string }[] };
    expect(error).toBeInstanceOf(ApiError);
    expect(details.map(({ message }) => message)).toEqual(messages);
  }
});

test('names at most twenty faults, unknown fields first', () => {
  const many = check(
    Type.Object({ list: Type.Array(Type.Integer(), { maxItems: 1000 }) }, { additionalProperties: false }),
  );
  try {
    many({ list: Array(1000).fill('x'), lits: 1 });
    expect.unreachable();
  } catch (error) {
    const { message, details } = (error as ApiError).extras;
    expect(message).toBe('`lits` is not a known field; known: list.');
    expect(details).toHaveLength(20);
  }
});

test('refuses a duplicate entry, also in a list within a union', () => {
  const words = Type.Array(Type.String(), { maxItems: 9, uniqueItems: true });
  for (const schema of [words, Type.Union([words, Type.Integer()])]) {
    const read = check(Type.Object({ words: schema }));
    expect(read({ words: ['a', 'b'] })).toEqual({ words: ['a', 'b'] });
    expect(() => read({ words: ['a', 'a'] })).toThrow('`words` must have each entry only once.');
  }
});

test('explains an object of a union by the alternative it resembles', () => {
  const closed = { additionalProperties: false };
  const table = Type.Object({ csv: Type.String() }, closed);
  const files = Type.Object({ connection: Type.String(), prefix: Type.Optional(Type.String()) }, closed);
  const read = check(Type.Object({ inputs: Type.Union([Type.Array(Type.String()), table, files]) }));
  const misspelt = { inputs: { connection: 'con_1', prefx: 'in/' } };
  expect(() => read(misspelt)).toThrow('`inputs.prefx` is not a known field; known: connection, prefix.');
  expect(() => read({ inputs: {} })).toThrow('`inputs` must have `csv` or `connection`.');
});

test('limits a list whose schema sets no limit', () => {
  const read = check(Type.Object({ list: Type.Array(Type.Integer()) }));
  expect(read({ list: Array(1000).fill(1) }).list).toHaveLength(1000);
  expect(() => read({ list: Array(1001).fill(1) })).toThrow('`list` must have at most 1000 entries.');
});

test('fills defaults at every level, in a union those of the matching alternative', () => {
  const side = Type.Object({ type: Type.Literal('side'), width: Type.Integer({ default: 3 }) });
  const corner = Type.Object({ type: Type.Literal('corner'), radius: Type.Integer({ default: 5 }) });
  const read = check(
    Type.Object({
      parts: Type.Array(Type.Union([side, corner]), { maxItems: 5 }),
      page: Type.Object({ size: Type.String({ default: 'A4' }) }, { default: {} }),
    }),
  );
  expect(read({ parts: [{ type: 'corner' }, { type: 'side', width: 1 }] })).toEqual({
    parts: [
      { type: 'corner', radius: 5 },
      { type: 'side', width: 1 },
    ],
    page: { size: 'A4' },
  });
});
