import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { convert } from './convert.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-bodies-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Returns the text below the headers, and the names of the attachments. */
async function read(lines: string[]): Promise<{ body: string; attached: string[] }> {
  const input = join(dir, 'in.eml');
  writeFileSync(input, ['From: a@example.com', 'MIME-Version: 1.0', ...lines].join('\r\n'));
  const output = join(dir, 'out.html');
  await convert({
    ...{ from: 'eml', to: 'html', input, output, stem: 'in', dir, last: true, options: {} },
    progress() {},
  });
  const html = readFileSync(output, 'utf8');
  const [, body = ''] = /<div class="mail-text">\n([\s\S]*?)\n<\/div>/.exec(html) ?? [];
  return { body, attached: [...html.matchAll(/<li>(.*?) \(/g)].map(([, name]) => name!) };
}

const picture = [
  'Content-Type: image/png',
  'Content-Disposition: inline; filename=photo.png',
  'Content-Transfer-Encoding: base64',
  '',
  'iVBORw0KGgo=',
];

test('keeps text after an inline picture as text and shows the picture in between', async () => {
  const { body, attached } = await read([
    ...['Content-Type: multipart/mixed; boundary=x', '', '--x', 'Content-Type: text/plain', '', 'before'],
    ...['--x', ...picture, '--x', 'Content-Type: text/plain', '', 'after', '--x--'],
  ]);
  expect(body).toBe('<p>before</p><p><img src="data:image/png;base64,iVBORw0KGgo="></p><p>after</p>');
  expect(attached).toEqual(['photo.png']);
});

test('joins HTML parts into one body, followed by a plain-text footer', async () => {
  const alternatives = [
    ...[
      'Content-Type: multipart/alternative; boundary=y',
      '',
      '--y',
      'Content-Type: text/plain',
      '',
      'plain',
    ],
    ...[
      '--y',
      'Content-Type: multipart/mixed; boundary=z',
      '',
      '--z',
      'Content-Type: text/html',
      '',
      '<p>one</p>',
    ],
    ...['--z', 'Content-Type: text/html', '', '<p>two</p>', '--z--', '--y--'],
  ];
  const { body, attached } = await read([
    ...['Content-Type: multipart/mixed; boundary=x', '', '--x', ...alternatives],
    ...['--x', 'Content-Type: text/plain', '', 'footer', '--x--'],
  ]);
  expect(body).toBe('<p>one</p><p>two</p><p>footer</p>');
  expect(attached).toEqual([]);
});

test('reads a multipart message without boundaries as text', async () => {
  const { body } = await read(['Content-Type: multipart/alternative; boundary=x', '', 'hello']);
  expect(body).toBe('<p>hello</p>');
});
