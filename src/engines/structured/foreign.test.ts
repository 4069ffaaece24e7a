import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { readColumns, readRows, writeRows } from '../../tabular/rows.ts';
import { convert } from './convert.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-foreign-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Files written by pyarrow 25 and fastavro 1.12, packed with zlib. */
const files = {
  arrow:
    'eNqlVbFuE0EQnb27OCdzQQY54ILCRSRSUJguRSIZKQVCKVxQpDXkgg2OE9kmiiUKGiQKilSQwgVCFC5S8AkpLUg6inxCCgokGgsRLzO7e/F6sidHsNJkd2/em3k7s95IKeViAJADGlmIIAMzEOIKhwgAXXDvXEqaI7TvPsAB2jLamQewj1ZBK6IdCcSiNRC3hEacxh8pMZBH8QvmG5i5Xd2Kaf3qnDAgyvindwX8oYU/1vgbeQuPEtR5UCJsVXdgDfF9qThzhCkaHEqGChpxZ9HiZqdVj9tKz4LKIWa4jhm03WrjJQn5jJgcskPFj1RWXUdQ+vMWj7S8iLtQG421v9U5rnNNa2gLaBnSVO/U4hbAl5HugWfi0RkHlkY7F/nuo60i58f5uJ4cU0IbWnoKai3mCXfHqmXCa2w3nxG3h7jVUXqf6p14i9aP5Th2R+OvueoZ78atLs7PFcaDjxp704VtVNudNs7vDTaHiBArRfWnXuj6iyxpLlt1TbRt1J92aB2qrgXqb6T2Edqs2lMA4v1WOXwoqXOIOdcdo35sb2J/ELOucVlXrSnpI6njvda4yFVnildv0jf92zu0YqbV+ZOJe6qxoevubVS78FX3A/SdzbA7K3yegzRtIo6wGfMFQ8gDEx9U7fLmxYhUNPAC5TN1NC+JrnPyxhQQGRjPsvkuYDw8SB+htRaMR2P+5M3KqPfhNukMA1vnrUmdfqDOWrkIMKnrnTfubzLustwwcU49ckxPjvkLzF+40KfHIvMvMn6J5V9i+CWW9yHDV1i8dcZfZ/wa4++YuWjmfcbfZ+fqM3+f+Y9YzwcMP2B6Tpn/lNXvjMX7yfQPGT5kFyhtn+QvMH+yv+ifmMxfYvgSi1dm/rK4fI/y7N13/Ub4XqT4p/H/1e9P0XPVvfhP/rR6nBwfr6jFt1/S9Y4k7wffp9X1wcnckPojzRAWznPUBVJ0+e74OZ8BXfUR1r765HIcz/J7jjw2f6/rzuNb/3fAnJfmv/jJ6n8=',
  snappy:
    'eNqFkb1LAzEYxq9HqVR0E9HtyHytbbX1A5zFSREFoXRIc2kbyceRXGvPUigibq66ODs4ODm4uelSHRzE1b9DRHP1o3e21EzJ8z755X3zbJT3YvEp2JAijYSD0YTi0HX96Z6iUA0zeDfeAp7vYrBiAYmRkA6wLcAh6ynNtJ/eCoQKwdRRWiq2fouK8CrFQfUHUKECeqBtW32TPvcNLUBFlSBIt78veIRh5UHmphhBUqgwjApeBe0IjEG/HH6wCHidUmAPgqnQh1QfzyEfRi9F8C6FhEfaHdGLcJxRk+3XoIcbWP4zkSsJwqM4OjXCYDCj9uq9IoJrPZvRgtK+wJQLR0CaeCDCzUBQ5CAQ8tEGyMgp6vVIfTh9J0TPFqJ4SpQ39EehlNAPKsTDTIWzBIT3rnw1XmrrkIxMNje/kC8sLi3DMnJwxWyu7T50u6ud5/ejm7fjhHl5ffVyf/t4NteZjMWtw2RyxjLWT80noxAz7LGEYZrxD73OjZPZi9e/tE/JK/3M',
  bzip2:
    'eNrzT8piZBFJLCvK10vOT0lN5kqqyiwwEgMLFCdnpOYmHuOqViqpLEhVslJQKkpNzi9KUdJRUMpLzAWLVOhV6gWBBNIyU3NSioFC0dVwyeLMvPScVJAszIC0nPzEEqVaHQWEIiAfoaBaKSc/PTM5MScEqqEkMze1uCQxt0A3NzO5KL8Y2bCc/Lx0pVoUw3ITK5OQLYxWyivNyVHSwTQ4Jx/I0UUYn5eYh830WBTjC3ISM/NQnIvHLfkpKfh8Vp6RWJJallpEwEcFRZnJqfjMAUZaZm4iyI9AtUB2cWZ+HlDc0AAoUAxUB1JkhBwFmRWpGFEYABIozqwCCZiiOiATry9KS1HksZseimS6oRmq8TmZxSVYQzSxqCixEiSTWZKaW4wcl0qZeWAtEIfH1gIjicHA0MjYxNTM3MIyMSk5JTWN6RyjU1SGpaFjpFpw5Myl24sZGMTv1F3tcGBoYGJQCGVgbGEQZHFoaBd0YOBawBBwjIGzgWFGoNkywYmbGifO9I9YkHxh1ssdRXnN6i1dB1l1Vpi4PBecuzp6KR+70MGF6/Z371Sao+Hhc+n2zgZ0mwERFQx2',
  nullable:
    'eNrzT8piZBFJLCvK10vOT0lN5sgrzckRA/OLkzNScxPlopVAQko6CkqZeSVKsQwGhkbGJqZm5haWiUnJKalpbFxMTAxMLOjCALMhGNc=',
};

async function json(from: 'arrow' | 'avro', packed: string): Promise<string> {
  const [input, output] = [join(dir, `in.${from}`), join(dir, 'out.json')];
  writeFileSync(input, inflateSync(Buffer.from(packed, 'base64')));
  const step = { dir, last: true, stem: 'in', progress: () => undefined };
  await convert({ ...step, from, to: 'json', input, output, options: { pretty: false } });
  return readFileSync(output, 'utf8').trim();
}

test('Arrow: keeps nanoseconds of nested timestamps, and writes types that JSON lacks as text', async () => {
  const moment = '"2023-11-14T22:13:20.123456789"';
  const first = `{"f":0.1,"day":"-000221-09-04","in":[${moment}],"of":{"t":${moment}},"dict":${moment},"lasts":"PT90061.000001S","every":"P1M2DT0.000000003S","long":[1],"either":1,"map":{"2":"x","1":"y"},"same":1,"same_2":3}`;
  const second =
    '{"f":null,"day":"1970-01-01","in":[],"of":null,"dict":null,"lasts":"-PT0.000001S","every":null,"long":[1152921504606846976,3],"either":"b","map":null,"same":2,"same_2":4}';
  expect(await json('arrow', files.arrow)).toBe(`[${first},${second}]`);
});

test('Avro: reads annotated longs, also in unions, and logical types of fixed bytes', async () => {
  expect(await json('avro', files.snappy)).toBe(
    '[{"single":0.1,"at":"2024-01-02T03:04:05.123456Z","maybe":"2023-11-14T22:13:20.123456789","plain":1152921504606846976,"odd":9007199254740993,"price":12345678.90,"id":"00000000-0000-0000-0000-000000000007","list":[null,1,-1.00]}]',
  );
});

test('Avro: refuses an unsupported codec instead of returning partial data', async () => {
  const unsupported = { reason: 'unsupported_content' };
  await expect(json('avro', files.bzip2)).rejects.toMatchObject(unsupported);
});

test('Avro: reads null records', async () => {
  expect(await json('avro', files.nullable)).toBe('[1,null,2]');
});

test('rows passed between engines may contain any character', async () => {
  const text = 'a\u2028b\u2029c\u0085d\r\ne\u0000';
  const path = join(dir, 'rows');
  const columns = [{ name: 'a', type: { kind: 'string' as const } }];
  const long = `\u00e9${'x'.repeat(200_000)}`;
  await writeRows(path, columns, [[text], [long], [null]]);
  const back: unknown[] = [];
  for await (const row of readRows(path, await readColumns(path))) back.push(row);
  expect(back).toEqual([[text], [long], [null]]);
});
