import { expect, test } from 'vitest';
import type { ApiError } from '../contract/errors.ts';
import { newId } from '../contract/ids.ts';
import { makeSignedLinks } from './links.ts';

const links = makeSignedLinks('a secret of at least thirty-two characters');
const base = 'https://files.example.com/mill/api/public';
const now = Date.parse('2026-11-15T12:00:00Z');
const expiresAt = new Date(now + 60_000);
const upload = {
  jobId: newId('job'),
  index: 3,
  contentType: "text/csv; charset=utf-8; name='a&b=c'",
  size: 842_134,
  expiresAt,
};
const download = { artifactId: newId('artifact'), filename: 'Größe (1) 100%&?#.pdf', expiresAt };

const uploadUrl = links.uploadUrl(base, upload).url;
const downloadUrl = links.downloadUrl(base, download);
/** The URL that the server sees: the path as the client sends it, a proxy's prefix perhaps removed. */
const pathOf = (url: string): string => url.slice(url.indexOf('/api/'));

const refusal = (read: () => unknown): ApiError => {
  try {
    read();
  } catch (error) {
    return error as ApiError;
  }
  throw new Error('was accepted');
};

test('a URL reads back as it was signed', () => {
  expect(links.readUpload(pathOf(uploadUrl), now)).toEqual(upload);
  expect(links.readDownload(pathOf(downloadUrl), now)).toEqual(download);
  expect(links.uploadUrl(base, upload).headers).toEqual({ 'Content-Type': upload.contentType });
});

test('a URL parser leaves it unchanged', () => {
  expect(new URL(uploadUrl).href).toBe(uploadUrl);
  expect(new URL(downloadUrl).href).toBe(downloadUrl);
});

test('expires to the second', () => {
  links.readUpload(uploadUrl, expiresAt.getTime() - 1);
  for (const late of [0, 1, 1e9]) {
    expect(refusal(() => links.readUpload(uploadUrl, expiresAt.getTime() + late)).code).toBe(
      'invalid_signature',
    );
    expect(refusal(() => links.readDownload(downloadUrl, expiresAt.getTime() + late)).code).toBe(
      'invalid_signature',
    );
  }
});

test('no character can be changed, added or removed', () => {
  for (const [url, read] of [
    [pathOf(uploadUrl), links.readUpload],
    [pathOf(downloadUrl), links.readDownload],
  ] as const) {
    const signedFrom = url.search(/(up|down)loads\//);
    for (let i = signedFrom; i < url.length; i++) {
      const char = url[i]!;
      const other = char === char.toUpperCase() ? char.toLowerCase() : char.toUpperCase();
      const changed = [
        url.slice(0, i) + (other === char ? (char === '1' ? '2' : '1') : other) + url.slice(i + 1),
        url.slice(0, i) + url.slice(i + 1),
        `${url.slice(0, i)}0${url.slice(i)}`,
      ];
      for (const each of changed.filter(each => each !== url))
        expect(refusal(() => read(each, now)).code, each).toBe('invalid_signature');
    }
  }
});

test.each(['=', '&', '&x=1', '#', '%00', ' ', '&signature=x', '/'])('nothing may be appended: %j', tail => {
  expect(refusal(() => links.readUpload(pathOf(uploadUrl) + tail, now)).code).toBe('invalid_signature');
});

test('parameters cannot be duplicated, reordered or escaped differently', () => {
  const url = pathOf(uploadUrl);
  const query = url.split('?')[1]!.split('&');
  const path = url.split('?')[0]!;
  const variants = [
    `${path}?${[...query].reverse().join('&')}`,
    `${path}?${query[0]}&${query.join('&')}`,
    `${path}?x=1&${query.join('&')}`,
    `${path}/?${query.join('&')}`,
    url.replace('type=text', 'type=%74ext'),
    url.replace('%20', '+'),
    url.replace('size=842134', 'size=0842134'),
    url.replace('/3?', '/03?'),
    url.replace('%2F', '%2f'),
    url.replace('size=842134', 'size=%'),
  ];
  for (const each of variants)
    expect(refusal(() => links.readUpload(each, now)).code, each).toBe('invalid_signature');
});

test('an upload URL downloads nothing, and another installation’s key is refused', () => {
  expect(refusal(() => links.readDownload(pathOf(uploadUrl), now)).code).toBe('invalid_signature');
  const others = makeSignedLinks('another secret of thirty-two characters!');
  expect(refusal(() => others.readUpload(pathOf(uploadUrl), now)).code).toBe('invalid_signature');
  const asDownload = links.downloadUrl(base, { artifactId: upload.jobId, filename: '3', expiresAt });
  const signature = new URL(asDownload).searchParams.get('signature')!;
  expect(
    refusal(() => links.readUpload(pathOf(uploadUrl).replace(/signature=.*/, `signature=${signature}`), now))
      .code,
  ).toBe('invalid_signature');
});

test('every refusal is identical', () => {
  const refusals = [
    '',
    '/uploads/x/0',
    pathOf(uploadUrl).replace('size=8', 'size=9'),
    `${pathOf(uploadUrl)}x`,
  ].map(each => refusal(() => links.readUpload(each, now)));
  refusals.push(refusal(() => links.readUpload(pathOf(uploadUrl), expiresAt.getTime())));
  for (const each of refusals)
    expect([each.code, each.message, each.extras, each.headers]).toEqual([
      'invalid_signature',
      'Invalid signature',
      {},
      {},
    ]);
});
