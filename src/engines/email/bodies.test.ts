import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { convert } from './convert.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-bodies-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Returns the text below the headers, and the names of the attachments. */
async function read(
  lines: string[],
  encoding: BufferEncoding = 'utf8',
): Promise<{ body: string; attached: string[] }> {
  const input = join(dir, 'in.eml');
  writeFileSync(input, ['From: a@example.com', 'MIME-Version: 1.0', ...lines].join('\r\n'), encoding);
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

test('keeps text beside HTML that is no alternative to it, in order', async () => {
  const plain = ['--x', 'Content-Type: text/plain', 'Content-Disposition: inline', '', 'plain'];
  const html = ['--x', 'Content-Type: text/html', '', '<p>html</p>'];
  const mixed = ['Content-Type: multipart/mixed; boundary=x', ''];
  expect((await read([...mixed, ...html, ...plain, '--x--'])).body).toBe('<p>html</p><p>plain</p>');
  expect((await read([...mixed, ...plain, ...html, '--x--'])).body).toBe('<p>plain</p><p>html</p>');
});

test('joins the lines of flowed paragraphs', async () => {
  const said = ['one ', 'paragraph', '> quoted ', '> twice', ' >stuffed ', '-- ', 'name'];
  const flowed = 'Content-Type: text/plain; format=flowed';
  expect((await read([flowed, '', ...said])).body).toBe(
    '<p>one paragraph<br>&gt; quoted twice<br>&gt;stuffed <br>-- <br>name</p>',
  );
  expect((await read([`${flowed}; delsp=yes`, '', 'Wörter '.replace('ö', 'o'), 'buch'])).body).toBe(
    '<p>Worterbuch</p>',
  );
});

test('decodes names of encodings as mail programs mean them', async () => {
  for (const [name, bytes, said] of [
    ['gb2312', '\xe9F', '镕'],
    ['ks_c_5601-1987', '\x8cc', '똠'],
    ['big5', '\x9d\xf1', '曱'],
    ['iso-8859-8-i', '\xf9\xec', 'של'],
    ['x-mac-roman', 'Caf\x8e', 'Café'],
    ['iso-8859-1', '\x93so\x94', '“so”'],
  ] as const)
    expect((await read([`Content-Type: text/plain; charset=${name}`, '', bytes], 'latin1')).body, name).toBe(
      `<p>${said}</p>`,
    );
});

test('leaves out hidden elements, and nothing that follows them', async () => {
  const html = (page: string) => read(['Content-Type: text/html', '', page]);
  expect((await html('<div style="color:red; display: none">no<div>no</div></div>yes')).body).toBe('yes');
  expect((await html('<div><p hidden>no</div><embed src="x">yes<img style="display:none">too')).body).toBe(
    '<div></div>yestoo',
  );
  expect((await html('<p style="display:none">no<p>yes')).body).toBe('<p>yes</p>');
  expect((await html('<img src="https://example.com/x.png" alt="Sale &amp; more">')).body).toBe(
    'Sale &amp; more',
  );
});

test('shows pictures whose addresses are in an encoded form', async () => {
  const lines = ['Content-Type: multipart/related; boundary=x', '', '--x', 'Content-Type: text/html', ''];
  const shown = ['<img src="cid:a%40b">', '--x', 'Content-ID: <a@b>', ...picture, '--x--'];
  const { body, attached } = await read([...lines, ...shown]);
  expect([body, attached]).toEqual(['<img src="data:image/png;base64,iVBORw0KGgo=">', []]);
});

test('reads a message inside its signature', async () => {
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', 'key.pem', '-out', 'cert.pem', '-subj', '/CN=a'];
  execFileSync('openssl', ['req', '-x509', ...key], { cwd: dir, stdio: 'ignore' });
  const sign = ['-sign', '-signer', 'cert.pem', '-inkey', 'key.pem', '-nodetach', '-outform', 'DER'];
  const signed = execFileSync('openssl', ['smime', ...sign], {
    cwd: dir,
    input: 'Content-Type: text/plain\r\n\r\nsaid',
  });
  const sealed = ['Content-Type: application/pkcs7-mime; smime-type=signed-data'];
  const { body } = await read([
    ...sealed,
    'Content-Transfer-Encoding: base64',
    '',
    signed.toString('base64'),
  ]);
  expect(body).toBe('<p>said</p>');
});
