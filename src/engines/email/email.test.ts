import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { convert } from './convert.ts';
import { binary, makeMsg, properties, text } from './testing/make-msg.ts';

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

type MailFormat = 'eml' | 'msg' | 'mbox' | 'tnef';

async function convertMail(
  content: string | Buffer,
  to: 'html' | 'json' | 'eml',
  { from = 'eml' as MailFormat, attachments = false } = {},
) {
  const input = join(dir, 'in');
  writeFileSync(input, content);
  const output = join(dir, `out.${to}`);
  const made = await convert({
    from,
    to,
    input,
    output,
    stem: 'in',
    dir,
    last: true,
    options: attachments ? { attachments } : {},
    progress() {},
  });
  return made.map(each => ({ ...each, text: readFileSync(each.path, 'utf8') }));
}

async function page(
  content: string | Buffer,
  encoding: 'utf8' | 'latin1' = 'utf8',
  from: MailFormat = 'eml',
): Promise<{ html: string; attachments: unknown; warnings: unknown }> {
  const bytes = typeof content === 'string' ? Buffer.from(content, encoding) : content;
  const [made] = await convertMail(bytes, 'html', { from });
  return { html: made!.text, attachments: made!.metadata!.attachments, warnings: made!.warnings };
}
const describe = async (content: string | Buffer, from: MailFormat = 'eml') =>
  JSON.parse((await convertMail(content, 'json', { from }))[0]!.text);

test('shows a message’s headers, its body with pictures, and its list of attachments', async () => {
  const { html, attachments } = await page(message);
  expect(html).toContain('<td>Jörg &lt;j@example.com&gt;</td>');
  expect(html).toContain('<title>Grüße &lt;b&gt;</title>');
  expect(html).toContain('<p>café</p><img src="data:image/png;base64,iVBORw0KGgo=">');
  expect(html).toContain('<li>bill.pdf (4 bytes)</li>');
  expect(attachments).toBe(1);
});

test('escapes plain text, and reports input that is not a message as unreadable', async () => {
  expect((await page('Subject: x\r\n\r\n1 < 2\r\nnext\r\n\r\nlast\r\n')).html).toContain(
    '<p>1 &lt; 2<br>next</p>\n<p>last</p>',
  );
  await expect(page('\u0001\u0002 nothing here')).rejects.toMatchObject({ reason: 'unreadable_input' });
});

test('names an attached message by its subject, removes scripts, and does not list inline pictures as attachments', async () => {
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
  expect(html).toContain('<li>inner.eml (');
  expect(attachments).toBe(1);
});

test('decodes text whose charset is missing, unknown or wrong', async () => {
  const readWith = (type: string, bytes: string) => page(`Subject: s\r\n${type}\r\n\r\n${bytes}`, 'latin1');
  expect((await readWith('X-Other: y', 'caf\xe9 au lait')).html).toContain('café au lait');
  expect((await readWith('X-Other: y', 'caf\xc3\xa9')).html).toContain('café');
  expect((await readWith('Content-Type: text/plain; charset=unknown-8bit', 'caf\xe9')).html).toContain(
    'café',
  );
  expect((await readWith('Content-Type: text/plain; charset=koi8-r', '\xf0\xd2')).html).toContain('Пр');
  // One broken letter does not change the others.
  expect((await readWith('Content-Type: text/plain; charset=utf-8', '\xff caf\xc3\xa9')).html).toContain(
    '\ufffd café',
  );
});

test('decodes names, subjects and texts in other encodings, also for JSON', async () => {
  const japanese = [
    'From: =?ISO-2022-JP?B?GyRCOzNFRBsoQg==?= <y@example.jp>',
    'Date: Tue, 3 Mar 2026 10:00:00 +0900',
    'Subject: =?ISO-2022-JP?B?GyRCRnxLXDhsGyhC?=',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: text/plain; charset=ISO-2022-JP',
    '',
    '\x1b$BF|K\\8l\x1b(B',
    '--x',
    'Content-Type: application/pdf',
    "Content-Disposition: attachment; filename*0*=UTF-8''%e2%82%ac%20; filename*1*=rates.pdf",
    '',
    'x',
    '--x--',
  ].join('\r\n');
  expect(await describe(japanese)).toMatchObject({
    from: [{ name: '山田', address: 'y@example.jp' }],
    subject: '日本語',
    date: '2026-03-03T10:00:00+09:00',
    text: '日本語',
    attachments: [{ filename: '€ rates.pdf', contentType: 'application/pdf', size: 1 }],
  });
});

test('leaves out remote pictures with a warning and closes broken HTML', async () => {
  const { html, warnings } = await page(
    'Subject: s\r\nContent-Type: text/html\r\n\r\n<div onclick="x()"><b>bold<img src="https://track.example/p.gif"><p style="background:url(http://a/b)">end',
  );
  expect(warnings).toEqual(['mail_pictures']);
  expect(html).not.toMatch(/track\.example|onclick|http:\/\/a/);
  expect(html).toContain('end</p></b></div>');
});

test('returns attachments as files in their own formats', async () => {
  const [, bill] = await convertMail(message, 'html', { attachments: true });
  expect(bill).toMatchObject({ filename: 'bill.pdf', format: 'bin', text: 'data' });
});

test('returns the report of a delivery with all recipients', async () => {
  const blocks = [
    'Reporting-MTA: dns; x',
    '',
    'Final-Recipient: rfc822; a@b',
    '',
    'Final-Recipient: rfc822; c@d',
  ];
  const report = [
    'Content-Type: multipart/report; boundary=x',
    '',
    '--x',
    'Content-Type: message/delivery-status',
    '',
    ...blocks,
    '--x--',
  ].join('\r\n');
  const [, status] = await convertMail(report, 'html', { attachments: true });
  expect(status).toMatchObject({ filename: 'delivery-status.txt' });
  expect(status!.text.trim()).toBe(blocks.join('\n'));
});

test('reports an encrypted message as encrypted', async () => {
  const sealed =
    'Subject: s\r\nMIME-Version: 1.0\r\nContent-Type: application/pkcs7-mime; smime-type=enveloped-data\r\nContent-Transfer-Encoding: base64\r\n\r\nMIAG\r\n';
  await expect(page(sealed)).rejects.toMatchObject({ id: 'message_encrypted' });
});

test('converts a mailbox to one page with all messages, a JSON list, or a file per message', async () => {
  const mbox =
    'From a@example.com Mon Jan  1 00:00:00 2026\nSubject: one\n\nfirst\n>From here\n\nFrom b@example.com Tue Jan  2 00:00:00 2026\nSubject: two\n\nsecond\n';
  const { html } = await page(mbox, 'utf8', 'mbox');
  expect(html).toMatch(/one<\/h1>.*first<br>From here.*two<\/h1>.*second/s);
  expect((await describe(mbox, 'mbox')).map(({ subject }: { subject: string }) => subject)).toEqual([
    'one',
    'two',
  ]);
  const files = await convertMail(mbox, 'eml', { from: 'mbox' });
  expect(files.map(({ label, text }) => [label, /Subject: (\w+)/.exec(text)?.[1]])).toEqual([
    ['1', 'one'],
    ['2', 'two'],
  ]);
});

test('reads the headers of an encrypted message among the others of a mailbox, with a warning', async () => {
  const sealed = 'Content-Type: application/pkcs7-mime\nContent-Transfer-Encoding: base64\n\nMIAG\n\n';
  const one = (subject: string, rest: string) =>
    `From a@example.com Mon Jan  1 00:00:00 2026\nSubject: ${subject}\n${rest}`;
  const { html, warnings } = await page(one('one', '\nfirst\n\n') + one('two', sealed), 'utf8', 'mbox');
  expect(html).toMatch(/one<\/h1>.*first.*two<\/h1>/s);
  expect(warnings).toEqual(['messages_encrypted']);
  await expect(page(one('two', sealed), 'utf8', 'mbox')).rejects.toMatchObject({ id: 'message_encrypted' });
});

test('reads an Outlook message’s people, HTML body with pictures, and attachments', async () => {
  const png = Buffer.from('iVBORw0KGgo=', 'base64');
  const msg = makeMsg({
    ...text('0037', 'Grüße'),
    ...text('0C1A', 'Jörg'),
    ...text('5D01', 'j@example.com'),
    ...text('1000', 'plain'),
    ...binary('1013', Buffer.from('<p>caf\u00e9 <img src="cid:pic@x"></p>')),
    '__recip_version1.0_#00000000': {
      ...properties(8, { 3093: 1 }),
      ...text('3001', 'Ann'),
      ...text('39FE', 'a@example.com'),
    },
    '__recip_version1.0_#00000001': {
      ...properties(8, { 3093: 2 }),
      ...text('3001', 'c@example.com'),
      ...text('3003', 'c@example.com'),
    },
    '__attach_version1.0_#00000000': {
      ...properties(8),
      ...text('3707', 'pic.png'),
      ...text('370E', 'image/png'),
      ...text('3712', 'pic@x'),
      ...binary('3701', png),
    },
    '__attach_version1.0_#00000001': {
      ...properties(8),
      ...text('3707', 'plan.txt'),
      ...binary('3701', Buffer.from('the plan')),
    },
    '__attach_version1.0_#00000002': {
      ...properties(8),
      ...text('3001', 'inner'),
      '__substg1.0_3701000D': { ...properties(24), ...text('0037', 'inner'), ...text('1000', 'forwarded') },
    },
  });
  const [made, ...attached] = await convertMail(msg, 'html', { from: 'msg', attachments: true });
  expect(made!.text).toContain('<td>Jörg &lt;j@example.com&gt;</td>');
  expect(made!.text).toContain('<td>Ann &lt;a@example.com&gt;</td>');
  expect(made!.text).toContain('<td>c@example.com</td>');
  expect(made!.text).toContain('<p>café <img src="data:image/png;base64,iVBORw0KGgo="></p>');
  expect(attached.map(({ filename, format }) => [filename, format])).toEqual([
    ['plan.txt', 'txt'],
    ['inner.eml', 'eml'],
  ]);
  expect(attached[1]!.text).toContain('forwarded');
  const [raw] = await convertMail(msg, 'eml', { from: 'msg' });
  expect(await describe(raw!.text)).toMatchObject({ subject: 'Grüße', cc: [{ address: 'c@example.com' }] });
  await expect(
    page(Buffer.concat([msg.subarray(0, 600), Buffer.alloc(900)]), 'utf8', 'msg'),
  ).rejects.toMatchObject({
    reason: 'unreadable_input',
  });
});

test('reads the text and attachments of winmail.dat, alone and inside a message', async () => {
  const attribute = (level: number, tag: number, value: Buffer) => {
    const head = Buffer.alloc(9);
    head[0] = level;
    head.writeUInt32LE(tag, 1);
    head.writeUInt32LE(value.length, 5);
    return Buffer.concat([head, value, Buffer.alloc(2)]);
  };
  const tnef = Buffer.concat([
    Buffer.from('789f3e220100', 'hex'),
    attribute(1, 0x00018004, Buffer.from('a subject\0')),
    attribute(1, 0x0002800c, Buffer.from('some words\0')),
    attribute(2, 0x00069002, Buffer.alloc(14)),
    attribute(2, 0x00018010, Buffer.from('note.txt\0')),
    attribute(2, 0x0006800f, Buffer.from('the note')),
  ]);
  const [made, note] = await convertMail(tnef, 'json', { from: 'tnef', attachments: true });
  expect(JSON.parse(made!.text)).toMatchObject({ subject: 'a subject', text: 'some words\n' });
  expect(note).toMatchObject({ filename: 'note.txt', text: 'the note' });
  const around = `Subject: s\r\nMIME-Version: 1.0\r\nContent-Type: application/ms-tnef; name=winmail.dat\r\nContent-Transfer-Encoding: base64\r\n\r\n${tnef.toString('base64')}\r\n`;
  expect(await describe(around)).toMatchObject({ attachments: [{ filename: 'note.txt', size: 8 }] });
});

test('reads a mailbox of one message without a separator line', async () => {
  const [only, ...others] = await describe('Subject: Alone\nFrom: a@example.com\n\nHello\n', 'mbox');
  expect(only).toMatchObject({ subject: 'Alone', text: 'Hello\n' });
  expect(others).toEqual([]);
  await expect(describe('Dear reader: this is no message.\n', 'mbox')).rejects.toMatchObject({
    id: 'unreadable_input',
  });
});

test('shows the time and place of an invitation', async () => {
  const invitation = [
    'Subject: Lunch\nContent-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\nCome!\n--b',
    'Content-Type: text/calendar; charset=utf-8; method=REQUEST\n\nBEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nDTSTART:19700101T000000\nEND:VTIMEZONE',
    'BEGIN:VEVENT\nDTSTART;TZID="Europe/Berlin":20260302T120000\nDTEND;TZID=Europe/Berlin:20260302T130000\nLOCATION:Café\\, Hof',
    'END:VEVENT\nEND:VCALENDAR\n--b--\n',
  ].join('\n');
  const { html } = await page(invitation, 'utf8');
  expect(html).toContain('Start</th><td>2026-03-02 12:00 (Europe/Berlin)<');
  expect(html).toContain('Place</th><td>Café, Hof<');
  expect((await describe(invitation)).appointment).toEqual({
    start: '2026-03-02T12:00:00',
    end: '2026-03-02T13:00:00',
    timeZone: 'Europe/Berlin',
    place: 'Café, Hof',
  });
});

test('refuses messages nested in messages beyond what can be read', async () => {
  const head = 'From: a@example.com\r\nContent-Type: message/rfc822\r\n\r\n';
  await expect(convertMail(head.repeat(600), 'html')).rejects.toMatchObject({ reason: 'limit_exceeded' });
});

test('warns about parts beyond the number that is read', async () => {
  const parts = '--b\nContent-Type: text/plain\n\nx\n'.repeat(2001);
  const [input, output] = [join(dir, 'parts.eml'), join(dir, 'parts.html')];
  writeFileSync(input, `Subject: Many\nContent-Type: multipart/mixed; boundary=b\n\n${parts}--b--\n`);
  const step = { from: 'eml', to: 'html', stem: 'm', dir, last: true, options: {} } as const;
  const [page] = await convert({ ...step, input, output, progress() {} });
  expect(page!.warnings).toEqual(['parts_left_out']);
});
