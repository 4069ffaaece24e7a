import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Box } from '../../../documents/boxes.ts';
import type { Change, Side } from './changes.ts';
import type { PagePair } from './pages.ts';

/** An area in which the pages of a pair look different, the same on both. */
export interface ChangedArea {
  pair: PagePair;
  box: Box;
}

interface Report {
  /** Points to a unit for each page of both documents. */
  units: { old: readonly number[]; new: readonly number[] };
  pairs: readonly PagePair[];
  /** The differences of words and of looks; undefined where these were not compared. */
  changes: readonly Change[] | undefined;
  areas: readonly ChangedArea[] | undefined;
}

const round = (value: number): number => Math.round(value * 100) / 100;

const describeBox = ({ left, top, right, bottom }: Box, unit = 1) => ({
  x: round(left * unit),
  y: round(top * unit),
  width: round((right - left) * unit),
  height: round((bottom - top) * unit),
});

const describeSide = ({ text, places }: Side, units: readonly number[]) => ({
  text,
  boxes: places.map(({ page, box }) => ({ page: page + 1, ...describeBox(box, units[page]) })),
});

const describePair = (pair: PagePair) => ({
  ...(pair.old !== undefined && { old: pair.old + 1 }),
  ...(pair.new !== undefined && { new: pair.new + 1 }),
});

/** Writes the report item by item: that of two different books has millions of characters. */
export async function writeReport({ units, pairs, changes, areas }: Report, path: string): Promise<void> {
  const lists: Record<string, Iterable<object> | undefined> = {
    pages: pairs.map(describePair),
    changes: changes?.map(({ kind, old, new: now }) => ({
      kind,
      ...(old && { old: describeSide(old, units.old) }),
      ...(now && { new: describeSide(now, units.new) }),
    })),
    areas: areas?.map(({ pair, box }) => {
      const unit = pair.new === undefined ? units.old[pair.old!] : units.new[pair.new];
      return { ...describePair(pair), ...describeBox(box, unit) };
    }),
  };
  const lines = function* () {
    const summary = { oldPages: units.old.length, newPages: units.new.length };
    yield JSON.stringify(summary).slice(0, -1);
    for (const [name, items] of Object.entries(lists)) {
      if (!items) continue;
      yield `,\n"${name}": [`;
      let separator = '\n';
      for (const item of items) {
        yield `${separator}${JSON.stringify(item)}`;
        separator = ',\n';
      }
      yield '\n]';
    }
    yield '}\n';
  };
  await pipeline(Readable.from(lines()), createWriteStream(path));
}
