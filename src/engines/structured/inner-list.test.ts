import { expect, test } from 'vitest';
import type { Value } from '../../tabular/values.ts';
import { openInnerList } from './inner-list.ts';
import { parseJson } from './json-parser.ts';
import { readRecords } from './source.ts';

async function open(json: string): Promise<{ rows: Value[]; leftOut: string[] }> {
  const { source, leftOut } = openInnerList({ kind: 'tree', value: parseJson(json) });
  const rows: Value[] = [];
  for await (const record of readRecords(source)) rows.push(record);
  return { rows, leftOut };
}
const row = (fields: Record<string, Value>) => new Map(Object.entries(fields));

test('the one list of objects within an object becomes the rows, and the values beside it are named', async () => {
  expect(await open('{"meta":{"page":1},"data":[{"a":1},{"a":2}]}')).toEqual({
    rows: [row({ a: 1 }), row({ a: 2 })],
    leftOut: ['meta'],
  });
  expect(await open('{"header":{"ms":3},"response":{"found":1,"docs":[{"a":1}]}}')).toEqual({
    rows: [row({ a: 1 })],
    leftOut: ['header', 'response.found'],
  });
});

test('an object with several lists, or with a list of texts, stays one row', async () => {
  for (const json of ['{"a":[{"x":1}],"b":[{"y":1}]}', '{"a":1,"tags":["x","y"]}', '{"a":[],"b":1}'])
    expect(await open(json)).toEqual({ rows: [parseJson(json)], leftOut: [] });
});

test('features of GeoJSON become rows of their properties with the geometry as text', async () => {
  const feature =
    '{"type":"Feature","id":7,"properties":{"name":"Graz"},"geometry":{"type":"Point","coordinates":[15.4,47.1]}}';
  expect(await open(`{"type":"FeatureCollection","crs":{"type":"name"},"features":[${feature}]}`)).toEqual({
    rows: [row({ id: 7, name: 'Graz', geometry: '{"type":"Point","coordinates":[15.4,47.1]}' })],
    leftOut: ['crs'],
  });
});
