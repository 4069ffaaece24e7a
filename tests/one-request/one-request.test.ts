import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Job } from '../../src/contract/schemas/job.ts';
import type { RecipeRun } from '../../src/contract/schemas/run.ts';
import type { ErrorBody } from '../support/client.ts';
import { ownFile } from '../support/corpus.ts';
import { runsAll } from '../support/needs.ts';
import { pdf, png } from '../support/samples.ts';
import { makeCertificate } from '../support/servers/certificate.ts';
import type { TestService } from '../support/service.ts';
import { useSharedService } from '../support/use-service.ts';
import { curl } from './curl.ts';

const service = useSharedService();
let client: Awaited<ReturnType<TestService['client']>>;
beforeAll(async () => {
  client = await service.client();
});

const warnings: string[] = [];
const note = ({ message }: Error) => warnings.push(message);
process.on('warning', note);
afterAll(() => process.off('warning', note));

const csv = 'name,n\nAda,1\nGrace,2\n';
const rows = [
  { name: 'Ada', n: '1' },
  { name: 'Grace', n: '2' },
];

/** Lists the content of a ZIP file with the system's unzip. */
function unzip(bytes: Buffer): { name: string; method: string; bytes: Buffer }[] {
  const path = join(mkdtempSync(join(tmpdir(), 'filemill-zip-')), 'a.zip');
  writeFileSync(path, bytes);
  const script = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    print(json.dumps([[i.filename, i.compress_type, z.read(i).hex()] for i in z.infolist()]))`;
  const listed = JSON.parse(execFileSync('python3', ['-c', script, path], { encoding: 'utf8' }));
  return listed.map(([name, type, hex]: [string, number, string]) => ({
    name,
    method: type === 0 ? 'stored' : 'deflated',
    bytes: Buffer.from(hex, 'hex'),
  }));
}

describe('a one-request conversion', () => {
  test('returns the thumbnail of a document', async () => {
    const page = runsAll ? readFileSync(ownFile('documents/comment.docx')) : '# A heading\n';
    const name = runsAll ? 'a.docx' : 'a.md';
    const answer = await curl(client, '/run/thumbnail', ['-F', `file=@${name}`, '-F', 'width=100'], {
      [name]: page,
    });
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(await sharp(answer.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 100 });
  });

  test('extracts an archive, and returns a single file or a ZIP with its folders', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'filemill-archive-'));
    writeFileSync(join(folder, 'a.txt'), 'one');
    writeFileSync(join(folder, 'b.csv'), csv);
    mkdirSync(join(folder, 'März 2.0'));
    writeFileSync(join(folder, 'März 2.0', 'a.txt'), 'two');
    const [tar, locked] = [join(folder, 'a.tgz'), join(folder, 'a.7z')];
    execFileSync('bsdtar', ['-czf', tar, 'a.txt', 'b.csv', 'März 2.0'], { cwd: folder });
    execFileSync('7zz', ['a', '-psecret', locked, 'a.txt'], { cwd: folder });
    const all = await curl(client, '/run/archive-extract', ['-F', `file=@${tar}`]);
    expect(all.status).toBe(200);
    expect(unzip(all.bytes).map(({ name, bytes }) => [name, bytes.toString()])).toEqual([
      ['a.txt', 'one'],
      ['b.csv', csv],
      ['März 2.0/a.txt', 'two'],
    ]);
    const options = ['-F', `file=@${locked}`, '-F', 'password=secret'];
    const one = await curl(client, '/run/archive-extract', options);
    expect(one.bytes.toString()).toBe('one');
    const shut = await curl(client, '/run/archive-extract', options.slice(0, 2));
    expect(shut.json()).toMatchObject({ failure: { reason: 'password_required' } });
  });

  test('refuses the URL of a page unless the operator allows web access', async () => {
    const sent = ['-H', 'Content-Type: text/uri-list', '--data-binary', 'https://example.com/'];
    const { status, json } = await curl(client, '/run/html-to-pdf?filename=page.url', sent);
    expect(status).toBe(403);
    expect(json()).toMatchObject({
      code: 'feature_not_available',
      message: expect.stringContaining('WEB_ACCESS=on'),
    });
    const { jobTypes } = await client.expect(
      client.get<{ jobTypes: { id: string; state?: string }[] }>('/job-types'),
    );
    expect(jobTypes.find(({ id }) => id === 'html-to-pdf')).not.toMatchObject({ state: 'missing' });
  });

  test('refuses a timestamp unless the operator names a timestamp server', async () => {
    const sent = ['-F', 'file=@a.pdf', '-F', `certificate=${makeCertificate('Ada')}`, '-F', 'timestamp=true'];
    const { status, json } = await curl(client, '/run/pdf-sign', sent, { 'a.pdf': pdf(['alpha']) });
    expect(status).toBe(403);
    expect(json()).toMatchObject({
      code: 'feature_not_available',
      message: expect.stringContaining('TIMESTAMP_SERVERS'),
    });
  });

  test('takes the format from the path and the job type from the file of a form', async () => {
    const answer = await curl(client, '/convert/json', ['-F', 'file=@people.csv'], { 'people.csv': csv });
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual(rows);
    expect(answer.headers.get('content-type')).toMatch('application/json');
    expect(answer.headers.get('content-disposition')).toContain('filename="people.json"');
    const job = await client.expect(client.get<Job>(`/jobs/${answer.headers.get('x-job-id')}`));
    expect(job).toMatchObject({ type: 'document-convert', status: 'completed', source: 'api' });
    expect(job.inputs[0]).toMatchObject({
      filename: 'people.csv',
      fileSize: csv.length,
      uploaded: true,
      sha256: createHash('sha256').update(csv).digest('hex'),
    });
    expect(job.result!.files[0]!.artifactId).toBe(answer.headers.get('x-artifact-id'));
    expect(Buffer.from(await client.download(job.result!.downloadUrl!))).toEqual(answer.bytes);
    const listed = await client.expect(client.get<{ jobs: Job[] }>('/jobs'));
    expect(listed.jobs.map(each => each.id)).toContain(job.id);
  });

  test('accepts options as form fields, before and after the file', async () => {
    const image = png(40, 20);
    for (const args of [
      ['-F', 'width=10', '-F', 'file=@a.png', '-F', 'noEnlarge=true', '-F', 'outputFormat=webp'],
      ['-F', 'file=@a.png', '-F', 'options={"width":10,"outputFormat":"webp","noEnlarge":true}'],
    ]) {
      const answer = await curl(client, '/run/image-resize', args, { 'a.png': image });
      expect(answer.status, answer.bytes.toString('latin1').slice(0, 500)).toBe(200);
      expect(await sharp(answer.bytes).metadata()).toMatchObject({ format: 'webp', width: 10, height: 5 });
    }
  });

  test('accepts raw bytes, with options in the query and the file name in the query or a header', async () => {
    const image = png(40, 20);
    const sent = ['--data-binary', '@a.png'];
    const files = { 'a.png': image };
    const byQuery = await curl(client, '/run/image-resize?width=8&filename=b%C3%A4r.png', sent, files);
    expect(await sharp(byQuery.bytes).metadata()).toMatchObject({ format: 'png', width: 8 });
    expect(byQuery.headers.get('content-disposition')).toContain("filename*=UTF-8''b%C3%A4r.png");
    const byHeader = await curl(
      client,
      '/convert/jpg',
      [
        ...sent,
        '-H',
        'Content-Disposition: attachment; filename="č.png"',
        '-H',
        'Transfer-Encoding: chunked',
      ],
      files,
    );
    expect(byHeader.status).toBe(200);
    expect(byHeader.headers.get('content-disposition')).toContain("filename*=UTF-8''%C4%8D.jpg");
    expect((await sharp(byHeader.bytes).metadata()).format).toBe('jpeg');
    const byType = await curl(client, '/convert/webp', [...sent, '-H', 'Content-Type: image/png'], files);
    expect((await sharp(byType.bytes).metadata()).format).toBe('webp');
  });

  test('accepts several files in order', async () => {
    const answer = await curl(
      client,
      '/run/pdf-merge',
      ['-F', 'file=@b.pdf', '-F', 'preserveBookmarks=false', '-F', 'file=@a.pdf'],
      { 'a.pdf': pdf(['alpha']), 'b.pdf': pdf(['beta', 'gamma']) },
    );
    expect(answer.status).toBe(200);
    const text = await curl(client, '/convert/txt', ['-F', 'file=@m.pdf'], { 'm.pdf': answer.bytes });
    expect(text.bytes.toString()).toMatch(/beta[\s\S]*gamma[\s\S]*alpha/);
  });

  test('accepts files by their roles in any order, and names the one that is damaged', async () => {
    const files = {
      'a.pdf': pdf(['alpha beta']),
      'b.pdf': pdf(['alpha gamma']),
      'c.pdf': Buffer.from('%PDF-1.4\n'),
    };
    const compared = await curl(client, '/run/pdf-compare', ['-F', 'new=@b.pdf', '-F', 'old=@a.pdf'], files);
    expect(JSON.parse(compared.bytes.toString()).changes).toMatchObject([
      { kind: 'changed', old: { text: 'beta' }, new: { text: 'gamma' } },
    ]);
    const failed = await curl(client, '/run/pdf-compare', ['-F', 'old=@a.pdf', '-F', 'new=@c.pdf'], files);
    expect(failed.status).toBe(422);
    expect(JSON.parse(failed.bytes.toString()).failure.message).toMatch(/^c\.pdf \(new\) cannot be read/);
  });

  test('signs a PDF without revealing the certificate, verifies it and searches it for barcodes', async () => {
    const certificate = makeCertificate('Ada');
    const files = { 'a.pdf': pdf(['alpha']) };
    const sent = ['-F', 'file=@a.pdf', '-F', `certificate=${certificate}`, '-F', 'reason=I agree'];
    const signed = await curl(client, '/run/pdf-sign', sent, files);
    expect(signed.status).toBe(200);
    const { body } = await client.send('GET', `/jobs/${signed.headers.get('x-job-id')}`);
    expect(JSON.stringify(body)).toContain('I agree');
    expect(JSON.stringify(body)).not.toContain(certificate.slice(0, 40));
    const again = { 's.pdf': signed.bytes };
    const checked = await curl(client, '/run/pdf-verify', ['-F', 'file=@s.pdf'], again);
    expect(JSON.parse(checked.bytes.toString()).signatures).toMatchObject([
      { status: 'valid', signer: 'Ada' },
    ]);
    const codes = await curl(client, '/run/pdf-barcode', ['-F', 'file=@s.pdf'], again);
    expect(JSON.parse(codes.bytes.toString())).toEqual({ unit: 'point', codes: [] });
  });

  test('returns several outputs as a ZIP, which archiveUrl also serves', async () => {
    const answer = await curl(client, '/run/pdf-split', ['-F', 'file=@two.pdf'], {
      'two.pdf': pdf(['first', 'second']),
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toContain('filename="two.zip"');
    const entries = unzip(answer.bytes);
    expect(entries.map(({ name, method }) => [name, method])).toEqual([
      ['two-1.pdf', 'stored'],
      ['two-2.pdf', 'stored'],
    ]);
    const job = await client.expect(client.get<Job>(`/jobs/${answer.headers.get('x-job-id')}`));
    const digests = job.result!.files.map(file => file.sha256);
    expect(entries.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'))).toEqual(digests);
    const fetched = Buffer.from(await client.download(job.result!.archiveUrl!));
    expect(unzip(fetched).map(({ bytes }) => bytes)).toEqual(entries.map(({ bytes }) => bytes));
    const refused = await fetch(job.result!.archiveUrl!.replace(/signature=../, 'signature=xx'));
    expect([refused.status, ((await refused.json()) as ErrorBody).code]).toEqual([403, 'invalid_signature']);
  });

  test('returns the job if the Accept header asks for JSON', async () => {
    const answer = await curl(
      client,
      '/convert/yaml',
      ['-F', 'file=@a.csv', '-H', 'Accept: application/json'],
      {
        'a.csv': csv,
      },
    );
    expect(answer.status).toBe(200);
    const job = answer.json<Job>();
    expect(job).toMatchObject({ id: answer.headers.get('x-job-id'), status: 'completed' });
    expect(job.result!.archiveUrl).toBeUndefined();
    expect(Buffer.from(await client.download(job.result!.downloadUrl!)).toString()).toContain('name: Ada');
  });

  test('sends warnings with the output, even for a replayed request', async () => {
    const args = ['-F', 'ocr=never', '-F', 'file=@a.pdf', '-H', 'Idempotency-Key: blank'];
    for (const replayed of [null, 'true']) {
      const answer = await curl(client, '/convert/txt', args, { 'a.pdf': pdf(['']) });
      expect(answer.status, answer.bytes.toString()).toBe(200);
      expect(answer.headers.get('idempotency-replayed')).toBe(replayed);
      expect(answer.headers.get('x-warnings')).toBe('no_text_layer');
    }
    const fine = await curl(client, '/convert/json', ['-F', 'file=@a.csv'], { 'a.csv': csv });
    expect(fine.headers.get('x-warnings')).toBeNull();
  });

  test('returns 202 and the location of the job if the caller does not wait', async () => {
    for (const [query, args] of [
      ['', ['-H', 'Prefer: respond-async']],
      ['?wait=0', []],
    ] as const) {
      const answer = await curl(client, `/convert/json${query}`, ['-F', 'file=@a.csv', ...args], {
        'a.csv': csv,
      });
      expect(answer.status).toBe(202);
      const { id, inputs } = answer.json<Job>();
      expect(answer.headers.get('location')).toBe(`${client.base}/jobs/${id}`);
      expect(inputs[0]!.uploaded).toBe(true);
      expect((await client.end(id)).status).toBe('completed');
    }
  });

  test('returns 504 instead of 202 with onTimeout=fail, so that no job is saved as a file', async () => {
    for (const [query, args] of [
      ['?wait=0&onTimeout=fail', []],
      ['?wait=0', ['-F', 'onTimeout=fail']],
    ] as const) {
      const answer = await curl(client, `/convert/json${query}`, ['-F', 'file=@a.csv', ...args], {
        'a.csv': csv,
      });
      expect(answer.status).toBe(504);
      const { code, jobId } = answer.json<ErrorBody & { jobId: string }>();
      expect(code).toBe('not_done_yet');
      expect(answer.headers.get('location')).toBe(`${client.base}/jobs/${jobId}`);
      expect((await client.end(jobId)).status).toBe('completed');
    }
    const inTime = await curl(client, '/convert/json', ['-F', 'file=@a.csv', '-F', 'onTimeout=fail'], {
      'a.csv': csv,
    });
    expect(inTime.json()).toEqual(rows);
    const wrong = await curl(client, '/convert/json?onTimeout=x', ['-F', 'file=@a.csv'], { 'a.csv': csv });
    expect([wrong.status, wrong.json<ErrorBody>().details?.[0]?.path]).toEqual([400, 'onTimeout']);
  });

  test('refuses a JSON body that names a file with an explanation, and converts JSON data', async () => {
    const send = (body: object, query = '') =>
      curl(client, `/convert/yaml${query}`, [
        ...['--data-binary', JSON.stringify(body)],
        ...['-H', 'Content-Type: application/json'],
      ]);
    for (const body of [
      { url: 'https://example.com/report.docx' },
      { file: 'https://example.com/report.docx', outputFormat: 'pdf' },
      { file: 'UEsDBA==', filename: 'report.docx' },
      { html: '<h1>Hello</h1>' },
    ]) {
      const answer = await send(body);
      expect([answer.status, answer.json<ErrorBody>().message]).toEqual([
        400,
        expect.stringContaining('curl -F file=@report.docx'),
      ]);
    }
    expect((await send({ url: 'https://example.com/' }, '?filename=data.json')).bytes.toString()).toBe(
      'url: "https://example.com/"\n',
    );
    expect((await send({ name: 'Ada', site: 'https://example.com/' })).bytes.toString()).toContain(
      'name: Ada',
    );
  });

  test('returns 422 with the failure if the job fails', async () => {
    const answer = await curl(client, '/run/pdf-extract', ['-F', 'file=@a.pdf', '-F', 'pages=9'], {
      'a.pdf': pdf(['only']),
    });
    expect(answer.status).toBe(422);
    const body = answer.json<
      ErrorBody & { failure: { code: string; diagnosticId: string }; jobId: string }
    >();
    expect(body).toMatchObject({
      error: 'Processing failed',
      code: 'processing_failed',
      message: 'Page 9 of `pages` does not exist in this document.',
    });
    expect(body.failure).toMatchObject({ code: 'processing_failed', diagnosticId: expect.any(String) });
    expect((await client.get<Job>(`/jobs/${body.jobId}`)).body.failure).toEqual(body.failure);
  });
});

describe('a recipe', () => {
  const create = (steps: object[]) =>
    client.expect(client.post<{ id: string }>('/recipes', { name: 'r', description: 'd', steps }));
  const convert = (outputFormat: string) => ({
    name: outputFormat,
    jobType: 'document-convert',
    config: { tab: 'data', processingMode: 'server', data: { outputFormat } },
  });

  test('runs on the file and returns the output of its last step', async () => {
    const { id } = await create([convert('json'), convert('yaml')]);
    const files = { 'a.csv': csv };
    const answer = await curl(client, `/run/recipes/${id}`, ['-F', 'file=@a.csv'], files);
    expect(answer.status, answer.bytes.toString()).toBe(200);
    expect(answer.bytes.toString()).toContain('name: Grace');
    expect(answer.headers.get('content-disposition')).toContain('a.yaml');
    const run = await client.expect(client.get<RecipeRun>(`/recipe-runs/${answer.headers.get('x-run-id')}`));
    expect(run.steps.map(step => step.status)).toEqual(['completed', 'completed']);
    expect(run.steps[1]!.jobId).toBe(answer.headers.get('x-job-id'));
    const input = await client.expect(
      client.get<{ filename: string; downloadUrl: string }>(`/artifacts/${run.inputArtifactId}`),
    );
    expect(input.filename).toBe('a.csv');
    expect(Buffer.from(await client.download(input.downloadUrl)).toString()).toBe(csv);

    const later = await curl(client, `/run/recipes/${id}?wait=0`, ['-F', 'file=@a.csv'], files);
    expect(later.status).toBe(202);
    expect(later.headers.get('location')).toBe(`${client.base}/recipe-runs/${later.json<RecipeRun>().id}`);
  });

  test('is run once per idempotency key, and refuses unsupported files', async () => {
    const { id } = await create([convert('json')]);
    const send = (args: string[], content = csv) =>
      curl(client, `/run/recipes/${id}`, [...args, '-H', 'Accept: application/json'], {
        'a.csv': content,
        'a.png': png(2, 2),
      });
    const keyed = ['-F', 'file=@a.csv', '-H', 'Idempotency-Key: once'];
    const [first, again] = [await send(keyed), await send(keyed)];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.json<RecipeRun>().id).toBe(first.json<RecipeRun>().id);
    expect((await send(keyed, 'a\n1\n')).json<ErrorBody>().code).toBe('idempotency_conflict');
    expect((await send(['-F', 'file=@a.png'])).json<ErrorBody>().code).toBe('invalid_file_type');
    expect((await send(['-F', 'file=@a.csv', '-F', 'header=true'])).json<ErrorBody>().code).toBe(
      'validation_failed',
    );
    const unknown = await curl(client, '/run/recipes/rcp_nope', ['-F', 'file=@a.csv'], { 'a.csv': csv });
    expect([unknown.status, unknown.json<ErrorBody>().code]).toEqual([404, 'recipe_not_found']);
  });

  test('with a failed step is 422', async () => {
    const { id } = await create([
      {
        name: 'x',
        jobType: 'pdf-extract',
        config: { tab: 'pdf', processingMode: 'server', pdf: { pages: '7' } },
      },
    ]);
    const answer = await curl(client, `/run/recipes/${id}`, ['-F', 'file=@a.pdf'], { 'a.pdf': pdf(['one']) });
    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject({
      code: 'processing_failed',
      runId: expect.stringMatching(/^run_/),
      jobId: expect.stringMatching(/^job_/),
      failure: { code: 'processing_failed' },
    });
  });
});

test('no request caused a Node warning about too many listeners', () => {
  expect(warnings.filter(each => each.includes('listeners'))).toEqual([]);
});
