import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { convert } from './convert.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-email-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const message = [
  'From: =?utf-8?q?J=C3=B6rg?= <j@example.com>',
  'To: b@example.com',
  'Subject: =?utf-8?b?R3LDvMOfZSA8Yj4=?=',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=x',
  '',
  '--x',
  'Content-Type: multipart/related; boundary=y',
  '',
  '--y',
  'Content-Type: text/html; charset=iso-8859-1',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  '<html><body><p>caf=E9</p><img src=3D"cid:pic"></body></html>',
  '--y',
  'Content-Type: image/png',
  'Content-ID: <pic>',
  'Content-Transfer-Encoding: base64',
  '',
  'iVBORw0KGgo=',
  '--y--',
  '--x',
  'Content-Type: application/pdf',
  'Content-Disposition: attachment; filename="bill.pdf"',
  '',
  'data',
  '--x--',
].join('\r\n');

async function page(
  content: string,
  encoding: 'utf8' | 'latin1' = 'utf8',
): Promise<{ html: string; attachments: unknown }> {
  const input = join(dir, 'in.eml');
  writeFileSync(input, content, encoding);
  const output = join(dir, 'out.html');
  const request = {
    from: 'eml' as const,
    to: 'html' as const,
    input,
    output,
    stem: 'in',
    dir,
    last: true,
    options: {},
    progress() {},
  };
  const [made] = await convert(request);
  return { html: readFileSync(output, 'utf8'), attachments: made!.metadata!.attachments };
}

test('a message shows its headers, its body with its pictures, and what is attached', async () => {
  const { html, attachments } = await page(message);
  expect(html).toContain('<td>Jörg &lt;j@example.com&gt;</td>');
  expect(html).toContain('<title>Grüße &lt;b&gt;</title>');
  expect(html).toContain('<p>café</p><img src="data:image/png;base64,iVBORw0KGgo=">');
  expect(html).toContain('<li>bill.pdf</li>');
  expect(attachments).toBe(1);
});

test('plain text is escaped, and what is no message fails as unreadable', async () => {
  expect((await page('Subject: x\r\n\r\n1 < 2\r\nnext\r\n\r\nlast\r\n')).html).toContain(
    '<p>1 &lt; 2<br>next</p>\n<p>last</p>',
  );
  await expect(page('\u0001\u0002 nothing here')).rejects.toMatchObject({ reason: 'unreadable_input' });
});

test('a message within the message is named by its subject; its script is gone, a picture shown is no attachment', async () => {
  const { html, attachments } = await page(
    [
      'Subject: outer',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      'Content-Type: text/html',
      '',
      '<p>body</p><script>steal()</script><img src="cid:pic">',
      '--x',
      'Content-Type: image/png',
      'Content-ID: <pic>',
      'Content-Transfer-Encoding: base64',
      '',
      'iVBORw0KGgo=',
      '--x',
      'Content-Type: message/rfc822',
      '',
      'Subject: inner',
      '',
      'words',
      '--x--',
    ].join('\r\n'),
  );
  expect(html).not.toContain('steal');
  expect(html).toContain('<ul><li>inner.eml</li></ul>');
  expect(attachments).toBe(1);
});

test('a text whose encoding is not said, not known or not so is read all the same', async () => {
  const said = (type: string, bytes: string) => page(`Subject: s\r\n${type}\r\n\r\n${bytes}`, 'latin1');
  expect((await said('X-Other: y', 'caf\xe9 au lait')).html).toContain('café au lait');
  expect((await said('X-Other: y', 'caf\xc3\xa9')).html).toContain('café');
  expect((await said('Content-Type: text/plain; charset=unknown-8bit', 'caf\xe9')).html).toContain('café');
  expect((await said('Content-Type: text/plain; charset=koi8-r', '\xf0\xd2')).html).toContain('Пр');
  // One broken letter does not change the others.
  expect((await said('Content-Type: text/plain; charset=utf-8', '\xff caf\xc3\xa9')).html).toContain(
    '\ufffd café',
  );
});
