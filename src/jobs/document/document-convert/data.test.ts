import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse as parseCsv } from 'csv-parse/sync';
import { afterAll, describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { corpusEntries, corpusFile } from '../../../../tests/support/corpus.ts';
import fc from '../../../../tests/support/fast-check.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { tellFailure } from '../../../contract/tell-failure.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-data-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function source(name: string, content: string | Uint8Array): string {
  const path = join(dir, name);
  writeFileSync(path, content);
  return path;
}

/** Converts a file and saves the output under its own name for further conversion. */
async function converted(path: string, outputFormat: string, options = {}): Promise<string> {
  await using result = await runJob(job, run, path, { outputFormat, ...options });
  return source(result.outputs[0]!.filename, readFileSync(result.outputs[0]!.path));
}
const text = async (path: string, outputFormat: string, options = {}): Promise<string> =>
  readFileSync(await converted(path, outputFormat, options), 'utf8');
const failure = (reason: string) => ({ reason });

async function query(sql: string): Promise<unknown> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  return (await connection.run(sql)).getRowObjectsJson();
}

const exact =
  '[{"id":1,"big":9223372036854775807,"huge":123456789012345678901234567890,"dec":0.12345678901234567890,"s":"ünï 😀","b":true,"l":[1,2],"o":{"a":"x"}},{"id":2,"big":-5,"huge":7,"dec":1.25,"s":"","b":null,"l":[],"o":{"a":null}}]';

describe('values survive conversion', () => {
  test.each(['yaml', 'ndjson', 'arrow', 'avro', 'parquet'])('from json to %s and back', async format => {
    const back = await text(await converted(source('v.json', exact), format), 'json', { pretty: false });
    expect(back.trim().replace(/1\.25(0+)/, '1.25')).toBe(exact);
  });

  test('in a column without a name, to arrow and back', async () => {
    const unnamed = '[{"":1,"a":{"":2}}]';
    const back = await text(await converted(source('u.json', unnamed), 'arrow'), 'json', { pretty: false });
    expect(back.trim()).toBe(unnamed);
  });

  test('in a column of mixed types, to a workbook', async () => {
    const mixed = source(
      'mixed.json',
      '[{"v":1.5},{"v":"n/a"},{"v":true},{"v":"2"},{"v":12345678901234567}]',
    );
    expect(await text(await converted(mixed, 'ods'), 'csv')).toBe(
      'v\r\n1.5\r\nn/a\r\nTRUE\r\n2\r\n12345678901234567\r\n',
    );
    const nested = source('mixed-nested.json', '[{"v":1},{"v":[1,2]}]');
    await expect(converted(nested, 'xlsx')).rejects.toMatchObject(failure('not_representable'));
    expect(await text(await converted(nested, 'xlsx', { flatten: true }), 'csv')).toBe(
      'v\r\n1\r\n"[1,2]"\r\n',
    );
  });

  test.each(['yaml', 'csv', 'arrow', 'avro', 'parquet', 'xlsx'])(
    'in a text that begins with a byte order mark, to %s and back',
    async format => {
      const marked = '[{"a":"\ufeffx","b":"y"}]';
      const back = await text(await converted(source('m.json', marked), format), 'json', { pretty: false });
      expect(back.trim()).toBe(marked);
    },
  );

  test.each(['json', 'xlsx', 'parquet', 'arrow'])(
    'in quoted CSV fields with spaces around the quotes, to %s',
    async format => {
      const spaced = source('spaced.csv', 'a,b\nx, "y, z"\n"v" ,w\n');
      const back = await text(await converted(spaced, format), 'json', { pretty: false });
      expect(JSON.parse(back)).toEqual([
        { a: 'x', b: 'y, z' },
        { a: 'v', b: 'w' },
      ]);
    },
  );

  test('to Parquet, which DuckDB reads with its types', async () => {
    const path = await converted(source('v.json', exact), 'parquet');
    expect(
      await query(
        `SELECT typeof(big) big, typeof(huge) huge, typeof("dec") d, typeof(l) l, typeof(o) o, "dec"::VARCHAR t FROM '${path}' LIMIT 1`,
      ),
    ).toEqual([
      {
        big: 'BIGINT',
        huge: 'DECIMAL(30,0)',
        d: 'DECIMAL(21,20)',
        l: 'BIGINT[]',
        o: 'STRUCT(a VARCHAR)',
        t: '0.12345678901234567890',
      },
    ]);
  });

  test('from CSV to Parquet: typed if nothing changes, otherwise as text', async () => {
    const csv =
      'id,zip,price,day,at,zoned,ok,big\n1,00123,1.50,2024-02-29,2024-01-01 10:00:00,2024-01-01T10:00:00Z,true,12345678901234567890\n2,,,,,,,\n';
    const path = await converted(source('t.csv', csv), 'parquet');
    const [types] = (await query(
      `SELECT ${['id', 'zip', 'price', 'day', 'at', 'zoned', 'ok', 'big'].map(name => `typeof("${name}") "${name}"`).join(', ')} FROM '${path}' LIMIT 1`,
    )) as object[];
    expect(types).toEqual({
      id: 'BIGINT',
      zip: 'VARCHAR',
      price: 'DOUBLE',
      day: 'DATE',
      at: 'TIMESTAMP',
      zoned: 'TIMESTAMP WITH TIME ZONE',
      ok: 'BOOLEAN',
      big: 'VARCHAR',
    });
    expect(await query(`SELECT zip, big FROM '${path}'`)).toEqual([
      { zip: '00123', big: '12345678901234567890' },
      { zip: null, big: null },
    ]);
  });

  test('in a column that turns out to be text late, as text from the first row', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => `${index},${index}`).join('\n');
    const path = await converted(source('late.csv', `a,b\n${rows}\n5000,007\n`), 'parquet');
    expect(
      await query(`SELECT typeof(a) a, typeof(b) b, count(*)::INT n FROM '${path}' GROUP BY ALL`),
    ).toEqual([{ a: 'BIGINT', b: 'VARCHAR', n: 5001 }]);
    expect(await query(`SELECT b FROM '${path}' WHERE a IN (7, 5000)`)).toEqual([{ b: '7' }, { b: '007' }]);
  });

  test('in ragged CSV', async () => {
    const path = await converted(source('r.csv', 'a,b\n1\n2,3,4\n'), 'parquet');
    expect(await query(`SELECT * FROM '${path}'`)).toEqual([
      { a: '1', b: null, column3: null },
      { a: '2', b: '3', column3: '4' },
    ]);
    expect(JSON.parse(await text(source('r.csv', 'a,b\n1\n2,3,4\n'), 'json'))).toEqual([
      { a: '1', b: null },
      { a: '2', b: '3', column3: '4' },
    ]);
  });

  test('as dates with their time zone, also between TOML and YAML', async () => {
    const toml = source(
      'd.toml',
      'a = 1979-05-27T00:32:00-07:00\nb = 1979-05-27\nc = 07:32:00\nf = 1.0\ni = 9007199254740993\n',
    );
    expect(parseYaml(await text(toml, 'yaml'), { intAsBigInt: true })).toEqual({
      a: '1979-05-27T00:32:00-07:00',
      b: '1979-05-27',
      c: '07:32:00',
      f: 1,
      i: 9007199254740993n,
    });
    expect(await text(toml, 'toml')).toContain('f = 1.0\ni = 9007199254740993\n');
  });

  const scalar = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.boolean(),
    fc.constant(null),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  const written = (value: unknown): string =>
    JSON.stringify(value, (_, item) =>
      typeof item === 'bigint' ? `#${item}#` : Object.is(item, -0) ? 0 : item,
    ).replace(/"#(-?\d+)#"/g, '$1');

  test('for any JSON via YAML, digit by digit', async () => {
    const anyJson = fc.letrec(tie => ({
      value: fc.oneof(
        { maxDepth: 3 },
        scalar,
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie('value'), { maxKeys: 4, noNullPrototype: true }),
      ),
    })).value;
    await fc.assert(
      fc.asyncProperty(fc.array(anyJson, { minLength: 1, maxLength: 5 }), async value => {
        const json = await text(source('p.json', written(value)), 'json', { pretty: false });
        const back = await text(await converted(source('p.json', written(value)), 'yaml'), 'json', {
          pretty: false,
        });
        expect(back).toBe(json);
      }),
      { numRuns: 15 },
    );
  });

  test('for any table via CSV, Parquet, Arrow and Avro', async () => {
    const cell = {
      s: fc.string({ unit: 'grapheme' }).map(word => word.replaceAll('\0', '')),
      i: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
      b: fc.option(fc.boolean()),
    };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record(cell), { minLength: 1, maxLength: 5 }), async rows => {
        // A column without any value has no type to come back with.
        rows.push({ s: 'x', i: 1n, b: true });
        const path = source('q.json', written(rows));
        const json = await text(path, 'json', { pretty: false });
        for (const format of ['parquet', 'arrow', 'avro'])
          expect(await text(await converted(path, format), 'json', { pretty: false }), format).toBe(json);
        const csv = await text(await converted(path, 'csv', { nullValue: '\\N' }), 'json', {
          pretty: false,
          nullValue: '\\N',
        });
        expect(JSON.parse(csv)).toEqual(
          rows.map(row => ({
            s: row.s,
            i: row.i === null ? null : String(row.i),
            b: row.b === null ? null : String(row.b),
          })),
        );
      }),
      { numRuns: 4 },
    );
  });

  test('from XML to JSON and back', async () => {
    const xml =
      '<?xml version="1.0" encoding="UTF-8"?>\n<n:doc xmlns:n="urn:x" a="1 &quot;2&quot;"><p>one <b>two</b> three</p><i>1</i><i>2</i><x/><i>3</i><n:e k="v">t&amp;u</n:e></n:doc>\n';
    const json = await converted(source('x.xml', xml), 'json');
    expect(await text(json, 'xml', { pretty: false })).toBe(xml.replace('<x/>', '<x></x>'));
  });
});

test('names the line of a quote that is never closed', async () => {
  const path = source('open.csv', 'a,b\n"one\ntwo",2\n3,"4\n5,6\n');
  for (const outputFormat of ['json', 'xlsx'])
    await expect(runJob(job, run, path, { outputFormat })).rejects.toMatchObject({
      reason: 'unreadable_input',
      id: 'quote_not_closed',
      place: 4,
    });
  expect(tellFailure('quote_not_closed', {}, undefined, 4).message).toBe(
    'The quote opened in line 4 is never closed. Close it, or double quotes that are part of the text.',
  );
});

test('CSV output quotes where needed and distinguishes null from empty text', async () => {
  const json = source('c.json', '[{"a":"x, \\"y\\"","b":null},{"a":"","b":"=1+1"}]');
  expect(await text(json, 'csv')).toBe('a,b\r\n"x, ""y""",\r\n"",=1+1\r\n');
  expect(await text(json, 'csv', { escapeFormulas: true, delimiter: ';' })).toBe(
    `a;b\r\n"x, ""y""";\r\n"";'=1+1\r\n`,
  );
});

test('no text runs as a formula in a spreadsheet, whatever it begins with', async () => {
  const starts = ['=', '+', '-', '@', '\t=', '\r=', '\n=', '＝'];
  const cells = starts.map(start => `${start}cmd|' /C calc'!A0`);
  const json = source(
    'f.json',
    JSON.stringify([Object.fromEntries([['=head', '-3'], ...cells.map((cell, n) => [`c${n}`, cell])])]),
  );
  for (const [format, delimiter] of [
    ['csv', ','],
    ['tsv', '\t'],
  ] as const) {
    const csv = await text(json, format, { escapeFormulas: true });
    const [head, row] = parseCsv(csv, { delimiter }) as string[][];
    expect(head![0]).toBe("'=head");
    expect(row).toEqual(['-3', ...cells.map(cell => `'${cell}`)]);
  }
  for (const options of [{ escapeFormulas: false }, { escapeFormulas: true }]) {
    const book = await converted(json, 'xlsx', options);
    const sheet = execFileSync('unzip', ['-p', book, 'xl/worksheets/sheet1.xml'], { encoding: 'utf8' });
    expect(sheet).toContain(`<t>${options.escapeFormulas ? "'" : ''}=cmd|`);
    expect(sheet).not.toMatch(/<f[ >]/);
  }
});

test('refuses missing values in toml, and says so', async () => {
  const csv = source('gaps.csv', 'a,b\n1,\n2,3\n');
  await expect(converted(csv, 'toml')).rejects.toMatchObject({ id: 'toml_has_no_null' });
});

test('refuses a nested value in a cell unless it is flattened', async () => {
  const json = source('n.json', '[{"a":{"b":1,"c":[1,2]}}]');
  await expect(converted(json, 'csv')).rejects.toMatchObject(failure('not_representable'));
  await expect(converted(json, 'xlsx')).rejects.toMatchObject(failure('not_representable'));
  expect(await text(json, 'csv', { flatten: true })).toBe('a.b,a.c\r\n1,"[1,2]"\r\n');
});

test('writes SQL that runs', async () => {
  const sql = await text(
    source('s.json', '[{"id":1,"it\'s":"O\'Brien; DROP"},{"id":2,"it\'s":null}]'),
    'sql',
    { table: 't' },
  );
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(sql);
  expect(await (await connection.run('SELECT * FROM t')).getRowObjectsJson()).toEqual([
    { id: '1', "it's": "O'Brien; DROP" },
    { id: '2', "it's": null },
  ]);
});

test('reads YAML anchors, merges and several documents', async () => {
  expect(
    JSON.parse(await text(source('a.yaml', 'a: &x {p: 1}\nb: *x\nc: {<<: *x, q: 2}\n'), 'json')),
  ).toEqual({ a: { p: 1 }, b: { p: 1 }, c: { p: 1, q: 2 } });
  expect(JSON.parse(await text(source('m.yaml', '---\na: 1\n---\nb: 2\n'), 'json'))).toEqual([
    { a: 1 },
    { b: 2 },
  ]);
});

describe('hostile data fails cleanly', () => {
  const laughs = Array.from(
    { length: 12 },
    (_, index) => `a${index + 1}: &a${index + 1} [${Array(10).fill(`*a${index}`).join(',')}]`,
  ).join('\n');
  test.each([
    ['an alias bomb', 'y.yaml', `a0: &a0 [x]\n${laughs}\n`, 'json', 'limit_exceeded'],
    ['an alias of itself', 'y.yaml', 'a: &a [*a]\n', 'json', 'limit_exceeded'],
    ['deep JSON', 'd.json', `${'['.repeat(20000)}${']'.repeat(20000)}`, 'yaml', 'limit_exceeded'],
    ['deep XML', 'd.xml', `${'<a>'.repeat(20000)}${'</a>'.repeat(20000)}`, 'json', 'limit_exceeded'],
    [
      'a local file in XML',
      'x.xml',
      '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>',
      'json',
      'limit_exceeded',
    ],
    [
      'a billion laughs in XML',
      'l.xml',
      `<!DOCTYPE a [<!ENTITY e0 "lol">${Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('')}]><a>&e9;</a>`,
      'json',
      'limit_exceeded',
    ],
    ['broken JSON', 'b.json', '{"a":1,}', 'yaml', 'unreadable_input'],
    ['an open quote', 'q.csv', 'a,b\n"1,2\n', 'json', 'unreadable_input'],
    ['invalid Parquet', 'p.parquet', 'PAR1 nothing PAR1', 'json', 'unreadable_input'],
    ['invalid Avro', 'a.avro', 'nothing at all', 'json', 'unreadable_input'],
    ['invalid Arrow', 'a.arrow', 'nothing at all, and a little more of it', 'json', 'unreadable_input'],
  ])('%s', async (_, name, content, to, reason) => {
    await expect(converted(source(name, content), to)).rejects.toMatchObject(failure(reason));
  });

  test('treats a key named __proto__ as a plain key', async () => {
    expect(await text(source('p.json', '{"__proto__":{"x":1}}'), 'yaml')).toBe('__proto__:\n  x: 1\n');
  });
});

describe('the corpus', () => {
  /** Files whose expectation we do not meet, and why. */
  const explained: Record<string, string> = {
    'structured/parquet/parquet-testing__large_string_map.brotli.parquet':
      'unfolds to two gigabytes of text in one cell: limit_exceeded',
    'structured/parquet/parquet-testing__ARROW-GH-43605.parquet':
      'a bit width of zero, which DuckDB reads as one value throughout',
  };
  for (const { path, expected } of corpusEntries('structured')) {
    if (path in explained) continue;
    test(path.split('/').pop()!, async () => {
      const to = path.endsWith('.json') ? 'yaml' : 'json';
      const outcome = await converted(corpusFile(path), to).catch(
        (error: { reason?: string }) => error.reason ?? error,
      );
      if (/^must fail/.test(expected)) expect(outcome).toBe('unreadable_input');
      else if (/^limit/.test(expected)) expect(outcome).toBe('limit_exceeded');
      else if (!/^lenient/.test(expected)) expect(outcome).toContain(dir);
      const truth = /must equal (\S+)/.exec(expected)?.[1];
      if (truth)
        expect(JSON.parse(readFileSync(outcome as string, 'utf8'))).toEqual(
          JSON.parse(readFileSync(corpusFile(`structured/${truth}`), 'utf8')),
        );
    });
  }
});
