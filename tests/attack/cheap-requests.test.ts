import { expect, test } from 'vitest';
import type { Artifact } from '../../src/contract/schemas/artifact.ts';
import type { Client, ErrorBody } from '../support/client.ts';
import { useService } from '../support/use-service.ts';

/** Requests that cost their sender little must cost the service little. */
const service = useService();

const document = Buffer.from('%PDF-1.4\n%%EOF\n');

/** Uploads a file by itself and returns its id. */
async function uploadArtifact(client: Client): Promise<string> {
  const declared = { filename: 'a.pdf', contentType: 'application/pdf', fileSize: document.length };
  const { id, uploadUrl } = await client.expect(client.post<Artifact>('/artifacts', declared));
  await client.upload(uploadUrl!, document);
  return id;
}

const listFiles = (id: string, times: number) => ({
  files: Array.from({ length: times }, () => ({ inputArtifactId: id })),
});

test('a merge of more files than the plan allows is refused before any of them is looked up', async () => {
  const greedy = await service.client();
  const modest = await service.client();
  const id = await uploadArtifact(greedy);
  const began = performance.now();
  const refused = greedy.post<ErrorBody>('/merge', listFiles(id, 19_782));
  const other = await modest.get('/usage');
  const waited = performance.now() - began;
  expect(other.status).toBe(200);
  expect(waited, 'milliseconds that another tenant waited').toBeLessThan(8000);
  expect(await refused).toMatchObject({ status: 413, body: { code: 'batch_too_large', limit: 500 } });
});

test('an artifact that is listed several times is read once and merged as often as it is listed', async () => {
  const client = await service.client();
  const id = await uploadArtifact(client);
  const { body, status } = await client.post('/merge', listFiles(id, 500));
  expect(status).toBe(201);
  expect(body.inputs).toHaveLength(500);
  expect(new Set(body.inputs.map(input => input.artifactId))).toEqual(new Set([id]));
  const stray = { files: [...listFiles(id, 2).files, { inputArtifactId: 'art_none' }] };
  expect((await client.post('/merge', stray)).status).toBe(404);
});
