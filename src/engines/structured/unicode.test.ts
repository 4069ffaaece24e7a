import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { readTreeText as read } from './testing/tree-text.ts';

const long = '日本語'.repeat(100_000);
const texts: Record<string, [text: string, value: string]> = {
  json: [`{"é":"😀${long}"}`, `{"é":"😀${long}"}`],
  list: [`["é","😀${long}"]`, `["é","😀${long}"]`],
  ndjson: [`{"é":"😀"}\n"${long}"\n`, `[{"é":"😀"},"${long}"]`],
  yaml: [`"é": "😀${long}"\n`, `{"é":"😀${long}"}`],
  xml: [`<é>😀${long}</é>`, `{"é":"😀${long}"}`],
};
const marked = (text: string, encoding: string) => iconv.encode(text, encoding, { addBOM: true });
const unmarked = (text: string, encoding: string) => iconv.encode(text, encoding, { addBOM: false });

describe.each(Object.entries(texts))('%s', (name, [text, value]) => {
  const format = name === 'list' ? 'json' : name;

  test.each(['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])('is read as %s', async encoding => {
    expect(await read(format, marked(text, encoding))).toBe(value);
    expect(await read(format, unmarked(text, encoding))).toBe(value);
  });

  test.each<[string, Uint8Array]>([
    ['Latin-1', Buffer.from(text.replace(/[^\0-\xff]/gu, ''), 'latin1')],
    ['Windows-1251', iconv.encode(text.replace('é', 'привет'), 'windows-1251')],
    ['Shift JIS', iconv.encode(text, 'shift_jis')],
    ['UTF-8 with an invalid byte', Buffer.concat([Buffer.from(text), Buffer.from([0xff])])],
    [
      'Latin-1 after a UTF-8 byte order mark',
      Buffer.from(`\xef\xbb\xbf${text.replace(/[^\0-\xff]/gu, '')}`, 'latin1'),
    ],
    ['half a character at the end', Buffer.from(`${text}é`).subarray(0, -1)],
    ['half a pair of UTF-16', marked(text.replace('😀', '\ud83d'), 'utf-16le')],
    ['half a unit of UTF-16', marked(text, 'utf-16be').subarray(0, -1)],
    ['a surrogate in UTF-8', Buffer.from(text.replace('é', '\xed\xa0\x80'), 'latin1')],
  ])('is not guessed: %s', async (_, bytes) => {
    await expect(read(format, bytes)).rejects.toMatchObject({ reason: 'unreadable_input' });
  });
});

test('TOML accepts UTF-8 only', async () => {
  const text = '"é" = "😀"\n';
  expect(await read('toml', marked(text, 'utf-8'))).toBe('{"é":"😀"}');
  for (const bytes of [
    marked(text, 'utf-16le'),
    unmarked(text, 'utf-16be'),
    Buffer.from('a = "é"', 'latin1'),
  ])
    await expect(read('toml', bytes)).rejects.toMatchObject({ reason: 'unreadable_input' });
});

test('XML is decoded by its declaration or byte order mark', async () => {
  const declared = (encoding: string, text = '<a>é日</a>') =>
    `<?xml version="1.0" encoding="${encoding}"?>${text}`;
  expect(await read('xml', Buffer.from(declared('ISO-8859-1', '<a>é</a>'), 'latin1'))).toBe('{"a":"é"}');
  expect(await read('xml', iconv.encode(declared('Shift_JIS', '<a>日</a>'), 'shift_jis'))).toBe('{"a":"日"}');
  expect(await read('xml', iconv.encode(declared('koi8-r', '<a>да</a>'), 'koi8-r'))).toBe('{"a":"да"}');
  expect(await read('xml', marked(declared('UTF-16'), 'utf-16le'))).toBe('{"a":"é日"}');
  // The declaration was copied from a text that was once UTF-16.
  expect(await read('xml', Buffer.from(declared('utf-16')))).toBe('{"a":"é日"}');
  expect(await read('xml', Buffer.from(`\ufeff${declared('ISO-8859-1')}`))).toBe('{"a":"é日"}');
  for (const bytes of [
    Buffer.from(declared('UTF-8', '<a>é</a>'), 'latin1'),
    Buffer.from(declared('us-nothing')),
    Buffer.concat([Buffer.from(declared('Shift_JIS', '<a>')), Buffer.from([0x81, 0x3c, 0x2f, 0x61, 0x3e])]),
  ])
    await expect(read('xml', bytes)).rejects.toMatchObject({ reason: 'unreadable_input' });
});
