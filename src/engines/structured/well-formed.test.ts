import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { jsonText } from '../values.ts';
import { readSource } from './read.ts';
import { treeOf } from './source.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-formed-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function read(format: string, text: string): Promise<string> {
  const path = join(dir, `in.${format}`);
  writeFileSync(path, text);
  return jsonText(await treeOf(await readSource(path, format, {})));
}

/** What the parsers of the world disagree on, by format: neither a value nor an error of ours may come of it. */
const broken = {
  json: [
    ...[
      '[1 true]',
      '["": 1]',
      '[""],',
      '[,1]',
      '[1,,2]',
      '[1,]',
      '["x"]]',
      '[-]',
      '[+1]',
      '[-01]',
      '[-2.]',
      '[.5]',
    ],
    ...[
      '[0.3e+]',
      '[1eE2]',
      '[NaN]',
      '[Infinity]',
      '[0x42]',
      '[012]',
      '[- 1]',
      '[1 000.0]',
      '[\uff11]',
      '[nul]',
    ],
    ...[
      '{"x"::"b"}',
      '{"a" b}',
      '{1:1}',
      "{'a':0}",
      '{"id":0,}',
      '{"a":"b"}/**/',
      '{a: "b"}',
      '{"a":"b"}#',
      '{,',
    ],
    ...[
      '["\\u00A"]',
      '["\\x00"]',
      '["\\a"]',
      '["a\0a"]',
      '["new\nline"]',
      '["\t"]',
      '""x',
      '[][]',
      '[\f]',
      '[\u2060]',
    ],
  ],
  toml: [
    ...[
      'a=1\na=2',
      '[a]\n[a]',
      'a=1\n[a]',
      'a=[1 2]',
      'a=',
      '=1',
      'a=01',
      'a=1__0',
      'a=_1',
      'a=0X1',
      'a=+0x1',
      'a=1.',
    ],
    ...[
      'a=.1',
      'a=Inf',
      'a=True',
      'a="\\x"',
      'a="\\uD800"',
      'a="\n"',
      '[a',
      '[]',
      '[a.]',
      'a.b=1\na.b.c=2',
      'a b=1',
    ],
    ...[
      'a={x=1}\na.y=2',
      'a={x=1}\n[a.y]',
      '[[a]]\n[a]',
      'a=[1]\n[[a]]',
      'a=1 b=2',
      'a=1979-02-30',
      'a=25:00:00',
    ],
    ...['# \x01', 'a="\x7f"', '[f]\na.c=1\n[f.a]', 'a=[1,,2]', 'a=0b2', 'a=--1', 'é=1'],
  ],
  yaml: [
    ...[
      'a: [1',
      'a: {b',
      'a: "x',
      "a: 'x",
      '[a, , b]',
      '- a\nb',
      'a:\n\t- b',
      'a: 1\na: 2',
      '*x',
      'a: b: c',
      '"a" b',
    ],
    ...[
      'a: b\n c: d',
      '- [a\n- b',
      '@a',
      '`a',
      'a: |x\n b',
      'a: "\\q"',
      'a: "\\u12"',
      'key: [a]]',
      '%YAML 1.2\na',
    ],
  ],
  xml: [
    ...[
      '<a>',
      '<a></b>',
      '<a b=1/>',
      '<a b="1" b="2"/>',
      '<a b="<"/>',
      '<a>&x;</a>',
      '<a>& </a>',
      '<a>&lt</a>',
    ],
    ...[
      '<a>&#0;</a>',
      '<a>&#xD800;</a>',
      '<a>&#xFFFE;</a>',
      '<a>&#x110000;</a>',
      '<a>\x01</a>',
      '<a>]]></a>',
      'text',
    ],
    ...[
      '<!-- a -- b --><a/>',
      '<a/><b/>',
      '<a/>text',
      '<1/>',
      '<a b/>',
      '<a b="1"c="2"/>',
      '< a/>',
      '</a>',
      '<a>&#;</a>',
    ],
    ...[
      '<![CDATA[x]]>',
      '<![CDATA[x]]><a/>',
      'text<a/>',
      '<a><![CDATA[x</a>',
      '<a/><!DOCTYPE a>',
      ' <?xml version="1.0"?><a/>',
    ],
  ],
};

describe.each(Object.entries(broken))('%s that is none', (format, texts) => {
  test.each(texts)('%j', async text => {
    await expect(read(format, text)).rejects.toMatchObject({ reason: 'unreadable_input' });
  });
});

test.each([
  ['json', '{"a":"b","a":"c"}', '{"a":"c"}'],
  ['json', '["\\ud83d\\ude39\\/\\u0041"]', '["😹/A"]'],
  ['json', '[-0, 1E+2, 123123e100000]', '[-0,1E+2,123123e100000]'],
  ['toml', 'a.b.c=1\n[x.y]\nz=0x1F\n[x]\nw=1_000', '{"a":{"b":{"c":1}},"x":{"y":{"z":31},"w":1000}}'],
  ['toml', 's="""\\\n   The quick \\\n\n   brown"""', '{"s":"The quick brown"}'],
  ['toml', '[[p]]\n[[p.q]]\nm=1\n[[p]]\n[[p.q]]\nm=2', '{"p":[{"q":[{"m":1}]},{"q":[{"m":2}]}]}'],
  ['yaml', 'a: >\n  x\n  y\n\n  z\nb: |+\n  x\n\n', '{"a":"x y\\nz\\n","b":"x\\n\\n"}'],
  [
    'yaml',
    '[a, b: c, ? d : e, 0o14, 1_000, 190:20:30, nULL]',
    '["a",{"b":"c"},{"d":"e"},12,"1_000","190:20:30","nULL"]',
  ],
  ['yaml', '- - a\n  - b\n-\n- !!str 1', '[["a","b"],null,"1"]'],
  ['xml', "<a b='\"'>x\r\ny<![CDATA[<&]]>&#x1F600;</a>", '{"a":{"@b":"\\"","#text":"x\\ny<&😀"}}'],
])('%s: %j', async (format, text, value) => {
  expect(await read(format, text)).toBe(value);
});
