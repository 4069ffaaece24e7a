import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeZip } from '../../src/containers/write-zip.ts';
import type { Job } from '../../src/contract/schemas/job.ts';
import { job as imageConvert } from '../../src/jobs/image/image-convert/job.ts';
import { limits } from '../../src/settings/limits.ts';
import type { Client } from '../support/client.ts';
import { pdf } from '../support/samples.ts';
import { useSharedService } from '../support/use-service.ts';
import { branchingPdf } from './pdf-bombs.ts';

/** Documents that try to fetch addresses, read files, run programs or fill the memory. */
const service = useSharedService();
let client: Client;
let dir: string;
let address: string;
let connections = 0;
const server = createServer(socket => {
  connections += 1;
  socket.destroy();
});
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-documents-'));
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = await service.client();
});
afterAll(async () => {
  server.close();
  await rm(dir, { recursive: true, force: true });
  expect(connections).toBe(0);
});

/** A line of `/etc/passwd` inside the sandbox, and outside of it. */
const secrets = /host:x:|root:x:/;
/** The failure is the document's fault and is not retried. */
const refusals = /^(unreadable_input|limit_exceeded)$/;

async function zip(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const files = [];
  for (const [name, content] of Object.entries(parts)) {
    const path = join(dir, `${files.length}`);
    await writeFile(path, content);
    files.push({ name, path });
  }
  await writeZip(join(dir, 'made.zip'), files);
  return readFile(join(dir, 'made.zip'));
}

const run = (type: string, filename: string, content: string | Buffer, options: Record<string, unknown>) =>
  client.run({ type, filename, bytes: Buffer.from(content as Buffer) }, options);

async function outputOf(job: Job): Promise<Buffer> {
  expect([job.status, job.failure]).toEqual(['completed', undefined]);
  return Buffer.from(await client.download(job.result!.files[0]!.downloadUrl!));
}

async function textOfPdf(bytes: Buffer): Promise<string> {
  await writeFile(join(dir, 'made.pdf'), bytes);
  return execFileSync('pdftotext', [join(dir, 'made.pdf'), '-'], { encoding: 'utf8' });
}

const relations = (targets: string[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets.join('')}</Relationships>`;
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** Creates a Word document with this body, declarations and relationships. */
const docx = (body: string | Buffer, before = '', related: string[] = []) =>
  zip({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels': relations([
      `<Relationship Id="r" Type="${office}/officeDocument" Target="word/document.xml"/>`,
    ]),
    'word/_rels/document.xml.rels': relations(related),
    'word/document.xml': Buffer.concat([
      Buffer.from(`<?xml version="1.0"?>${before}<w:document xmlns:w="${word}"><w:body><w:p><w:r><w:t>`),
      Buffer.from(body as Buffer),
      Buffer.from('</w:t></w:r></w:p></w:body></w:document>'),
    ]),
  });

test('a web page is rendered without the remote and local resources it refers to', async () => {
  const page = `<h1>Visible</h1><img src="${address}/a.png"><link rel="stylesheet" href="${address}/a.css">
    <style>@import "${address}/b.css"; p { background: url(file:///etc/passwd) }</style><script src="${address}/a.js"></script>
    <iframe src="file:///etc/passwd"></iframe><object data="file:///etc/passwd"></object><a rel="attachment" href="file:///etc/passwd">x</a>`;
  const made = await outputOf(await run('document-convert', 'a.html', page, { outputFormat: 'pdf' }));
  expect(await textOfPdf(made)).toContain('Visible');
  expect(execFileSync('pdfdetach', ['-list', join(dir, 'made.pdf')], { encoding: 'utf8' })).toContain('0 ');
  expect(await textOfPdf(made)).not.toMatch(secrets);
});

test('a Word document fetches neither template nor picture, and no entity reads a file', async () => {
  const related = ['image', 'attachedTemplate', 'subDocument'].map(
    (kind, n) =>
      `<Relationship Id="x${n}" Type="${office}/${kind}" Target="${address}/${kind}" TargetMode="External"/>`,
  );
  const field = `Visible</w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>INCLUDETEXT "file:///etc/passwd"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t>`;
  const plain = await docx(field, '', related);
  const text = (
    await outputOf(await run('document-convert', 'a.docx', plain, { outputFormat: 'txt' }))
  ).toString();
  expect(text).toContain('Visible');
  expect(text).not.toMatch(secrets);
  const entity = await docx('&file;', '<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd">]>');
  const job = await run('document-convert', 'b.docx', entity, { outputFormat: 'txt' });
  if (job.status === 'completed') expect((await outputOf(job)).toString()).not.toMatch(secrets);
  else expect(job.failure!.reason).toMatch(refusals);
});

test('an SVG neither fetches nor reads files, and its entities do not expand', async () => {
  const svg = (body: string, before = '') =>
    `<?xml version="1.0"?>${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="20" height="20">${body}</svg>`;
  const curious = svg(
    `<rect width="20" height="20" fill="#00ff00"/><image xlink:href="${address}/a.png" width="20" height="20"/>
    <image href="file:///etc/passwd" width="9" height="9"/><image href="msl:/etc/passwd"/><use href="${address}/a.svg#a"/>`,
  );
  const made = await outputOf(await run('image-convert', 'a.svg', curious, { outputFormat: 'png' }));
  expect(made.subarray(1, 4).toString()).toBe('PNG');
  const laughs = Array.from({ length: 12 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join(
    '',
  );
  const bomb = svg('<text>&l12;</text>', `<!DOCTYPE svg [<!ENTITY l0 "ha">${laughs}]>`);
  const job = await run('image-convert', 'b.svg', bomb, { outputFormat: 'png' });
  expect([job.status, job.failure?.reason]).toEqual(['failed', expect.stringMatching(refusals)]);
});

test('scripts and launch actions of a PDF are not run', async () => {
  const harmful = pdf(['Visible'])
    .toString('latin1')
    .replace(
      '/Type /Catalog',
      `/Type /Catalog /OpenAction << /S /JavaScript /JS (app.launchURL\\("${address}"\\)) /Next << /S /Launch /F (/bin/sh) >> >> /AA << /WC << /S /URI /URI (${address}) >> >>`,
    );
  const job = await run('pdf-to-image', 'a.pdf', Buffer.from(harmful, 'latin1'), {});
  expect((await outputOf(job)).subarray(1, 4).toString()).toBe('PNG');
});

async function attemptsOf({ id }: Job): Promise<number> {
  const { attempt } = await service.db
    .selectFrom('jobs')
    .select('attempt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return attempt;
}

test.each([
  ['a page with recursively nested forms', 'pdf-to-pdfa', 'a.pdf', () => branchingPdf(12), {}],
  [
    'a small SVG with expensive filters',
    'image-convert',
    'a.svg',
    () =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><filter id="f">${'<feMorphology operator="dilate" radius="90"/>'.repeat(9)}</filter><circle r="800" filter="url(#f)"/></svg>`,
    { outputFormat: 'png' },
  ],
])(
  '%s is limited to the time of a small file, and is not retried',
  async (_, type, name, content, options) => {
    const before = { own: imageConvert.limits?.startSeconds, jobStartSeconds: limits.jobStartSeconds };
    const { seconds } = limits.work.drawnPage;
    Object.assign(limits, { jobStartSeconds: 1 });
    Object.assign(limits.work.drawnPage, { seconds: 1 });
    Object.assign(imageConvert.limits!, { startSeconds: 1 });
    try {
      const began = performance.now();
      const job = await run(type, name, content(), options);
      expect([job.status, job.failure?.reason, await attemptsOf(job)]).toEqual(['failed', 'timeout', 1]);
      // Without the limit it would take minutes.
      expect(performance.now() - began).toBeLessThan(20_000);
    } finally {
      Object.assign(limits, { jobStartSeconds: before.jobStartSeconds });
      Object.assign(limits.work.drawnPage, { seconds });
      Object.assign(imageConvert.limits!, { startSeconds: before.own });
    }
  },
);

test.each([
  ['quotes', 'a.md', 'html', () => `${'> '.repeat(5000)}deep`],
  [
    'tables',
    'a.html',
    'docx',
    () => `${'<table><tr><td>'.repeat(500)}deep${'</td></tr></table>'.repeat(500)}`,
  ],
  ['emphasis', 'b.html', 'docx', () => `${'<b><i>'.repeat(5000)}deep`],
  ['lists', 'a.yaml', 'json', () => '['.repeat(20_000) + ']'.repeat(20_000)],
  ['arrays', 'a.toml', 'json', () => `a = ${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['arrays', 'a.json', 'yaml', () => '['.repeat(100_000) + ']'.repeat(100_000)],
  ['elements', 'a.xml', 'json', () => '<a>'.repeat(100_000) + '</a>'.repeat(100_000)],
])('%s nested too deeply in %s fail without a retry', async (_, name, outputFormat, content) => {
  const job = await run('document-convert', name, content(), { outputFormat });
  expect([job.status, job.failure?.reason, await attemptsOf(job)]).toEqual(['failed', 'limit_exceeded', 1]);
});

test('a compressed document that expands to a thousand times its size is refused', async () => {
  const bomb = await docx(Buffer.alloc(120_000_000, 'a'));
  expect(bomb.length).toBeLessThan(130_000);
  const job = await run('document-convert', 'a.docx', bomb, { outputFormat: 'pdf' });
  expect([job.status, job.failure?.reason]).toEqual(['failed', expect.stringMatching(refusals)]);
});

test.each([
  [
    'a playlist named as an MP3',
    'voice-isolation',
    'a.mp3',
    'audio/mpeg',
    () => `#EXTM3U\n#EXTINF:9,\n${address}/a.ts\n/etc/passwd\n`,
  ],
  [
    'an ffconcat list named as a WAV',
    'voice-isolation',
    'a.wav',
    'audio/wav',
    () => "ffconcat version 1.0\nfile '/etc/passwd'\n",
  ],
  [
    'an MVG script named as a PNG',
    'image-convert',
    'a.png',
    'image/png',
    () => `push graphic-context\nimage over 0,0 0,0 'url(${address}/a.png"|id;")'\npop graphic-context\n`,
  ],
  [
    'PostScript named as a JPEG',
    'image-convert',
    'a.jpg',
    'image/jpeg',
    () => '%!PS\n(/etc/passwd) (r) file\n',
  ],
])(
  '%s is recognised by its content and refused at upload',
  async (_, type, filename, contentType, content) => {
    const bytes = Buffer.from(content());
    const options = type === 'image-convert' ? { outputFormat: 'webp' } : {};
    const { uploadUrl } = await client.create({
      type,
      filename,
      contentType,
      fileSize: bytes.length,
      options,
    });
    const response = await fetch(uploadUrl!, { method: 'PUT', body: bytes });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      400,
      'invalid_file_type',
    ]);
  },
);
