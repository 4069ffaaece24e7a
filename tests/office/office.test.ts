import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { png } from '../support/samples.ts';
import { useSharedService } from '../support/use-service.ts';

const service = useSharedService();
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-office-'));
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

/** LibreOffice stays running in its host between jobs, so the second document must succeed like the first. */
test('warm sandboxed hosts convert office documents one after another and in parallel', async () => {
  const client = await service.client();
  const word = async (text: string) => {
    const made = await client.run(
      { type: 'document-convert', filename: 'a.md', bytes: Buffer.from(`# ${text}\n`) },
      { outputFormat: 'docx' },
    );
    return Buffer.from(await client.download(made.result!.downloadUrl!));
  };
  const printed = async (bytes: Buffer, name: string): Promise<string> => {
    const job = await client.run(
      { type: 'document-convert', filename: `${name}.docx`, bytes },
      { outputFormat: 'pdf' },
    );
    expect(job.status).toBe('completed');
    const file = join(dir, `${name}.pdf`);
    await writeFile(file, await client.download(job.result!.downloadUrl!));
    return execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' }).trim();
  };
  const names = ['one', 'two', 'three', 'four', 'five', 'six'];
  const documents = await Promise.all(names.map(word));
  for (const [i, name] of names.slice(0, 3).entries()) expect(await printed(documents[i]!, name)).toBe(name);
  const together = await Promise.all(names.map((name, i) => printed(documents[i]!, `${name}-again`)));
  expect(together).toEqual(names);

  const form = new FormData();
  form.append('file', new Blob([documents[0]! as Uint8Array<ArrayBuffer>]), 'one.docx');
  form.append('file', new Blob([png(60, 40) as Uint8Array<ArrayBuffer>]), 'picture.png');
  form.append('file', new Blob(['<p>from a page</p>']), 'page.html');
  form.append('pageSize', 'a4');
  const headers = { authorization: `Bearer ${client.key}` };
  const merged = await fetch(`${client.base}/run/pdf-merge`, { method: 'POST', headers, body: form });
  expect(merged.status).toBe(200);
  const file = join(dir, 'merged.pdf');
  await writeFile(file, Buffer.from(await merged.arrayBuffer()));
  const pages = execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' })
    .split('\f')
    .map(text => text.trim());
  expect(pages).toEqual(['one', '', 'from a page', '']);
});
