import type { Value, ValueObject } from '../../tabular/values.ts';
import { writeJson } from '../../tabular/values.ts';
import type { Source } from './source.ts';

/** Lists are looked for in so many objects within each other. */
const deepest = 5;

const isListOfObjects = (value: Value): value is ValueObject[] =>
  Array.isArray(value) && value.length > 0 && value.every(item => item instanceof Map);

interface Found {
  path: string[];
  list: ValueObject[];
}

function findLists(value: Value, path: string[] = []): Found[] {
  if (isListOfObjects(value)) return [{ path, list: value }];
  if (!(value instanceof Map) || path.length >= deepest) return [];
  return [...value].flatMap(([key, item]) => findLists(item, [...path, key]));
}

/** Lists the keys beside the path to the list. */
function listOthers(value: Value, path: readonly string[], before = ''): string[] {
  const [key, ...rest] = path;
  if (!(value instanceof Map) || key === undefined) return [];
  const beside = [...value.keys()].filter(other => other !== key).map(other => before + other);
  return [...beside, ...listOthers(value.get(key) ?? null, rest, `${before}${key}.`)];
}

/** Makes a row of a feature of GeoJSON: its properties, and its geometry as the text of an object. */
function flattenFeature(feature: ValueObject): ValueObject {
  const row: ValueObject = new Map();
  for (const [key, value] of feature) {
    if (key === 'type' || key === 'geometry') continue;
    for (const [name, own] of key === 'properties' && value instanceof Map ? value : [[key, value] as const])
      row.set(name, own);
  }
  const geometry = feature.get('geometry');
  row.set(
    row.has('geometry') ? 'geometry_2' : 'geometry',
    geometry instanceof Map ? writeJson(geometry) : null,
  );
  return row;
}

/**
 * Finds the records of data that is an object around one list of objects, as many APIs answer, for outputs that are a table. Returns
 * the names of the values beside the list, which the table leaves out.
 */
export function openInnerList(source: Source): { source: Source; leftOut: string[] } {
  if (source.kind !== 'tree' || !(source.value instanceof Map)) return { source, leftOut: [] };
  const [found, ...others] = findLists(source.value);
  if (!found || others.length > 0) return { source, leftOut: [] };
  const isGeographic = source.value.get('type') === 'FeatureCollection';
  const list = isGeographic ? found.list.map(flattenFeature) : found.list;
  const leftOut = listOthers(source.value, found.path);
  return {
    source: { kind: 'tree', value: list },
    leftOut: isGeographic ? leftOut.filter(key => key !== 'type') : leftOut,
  };
}
