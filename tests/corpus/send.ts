import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { getFormat } from '../../src/formats/formats.ts';
import type { Attempt } from './attempts.ts';
import type { Outcome } from './judge.ts';

interface Answer {
  id: string;
  status: string;
  code?: string;
  uploadUrl?: string;
  uploads?: { uploadUrl: string }[];
  failure?: { reason: string };
  result?: { files: { contentType: string; downloadUrl: string; metadata: { pages?: number } }[] };
}

/** Sends files through a running service. */
export class Sender {
  readonly #base: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, key: string) {
    this.#base = `${url}/api/public`;
    this.#headers = { authorization: `Bearer ${key}` };
  }

  async get<T>(path: string): Promise<T> {
    return (await (await fetch(this.#base + path, { headers: this.#headers })).json()) as T;
  }

  async #post(path: string, body?: unknown): Promise<{ ok: boolean; status: number; body: Answer }> {
    const response = await fetch(this.#base + path, {
      method: 'POST',
      headers: { ...this.#headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { ok: response.ok, status: response.status, body: (await response.json()) as Answer };
  }

  async send(file: string, attempt: Attempt): Promise<Outcome> {
    const began = performance.now();
    const result = await this.#run(file, attempt).catch(error => ({
      status: 'broken' as const,
      why: String(error),
    }));
    return { ...result, seconds: (performance.now() - began) / 1000 };
  }

  async #run(file: string, { type, options, format }: Attempt): Promise<Omit<Outcome, 'seconds'>> {
    const bytes = await readFile(file);
    const { mediaTypes, extensions } = getFormat(format);
    const known = extensions.some(extension => file.toLowerCase().endsWith(`.${extension}`));
    const declared = {
      filename: known ? basename(file) : `${basename(file)}.${extensions[0]}`,
      fileSize: bytes.length,
      contentType: mediaTypes[0],
    };
    const created =
      type === 'pdf-merge'
        ? await this.#post('/merge', { files: [declared, declared], options })
        : await this.#post('/jobs', { type, ...declared, options });
    if (!created.ok) return this.#refusal(created);
    for (const { uploadUrl } of created.body.uploads ?? []) {
      const response = await fetch(uploadUrl, { method: 'PUT', body: bytes });
      if (!response.ok)
        return this.#refusal({ status: response.status, body: (await response.json()) as Answer });
    }
    const started = await this.#post(`/jobs/${created.body.id}/start`);
    if (!started.ok) return this.#refusal(started);
    for (;;) {
      const job = await this.get<Answer>(`/jobs/${created.body.id}?wait=60`);
      if (job.status === 'completed') {
        const [first] = job.result?.files ?? [];
        const isText =
          ['ocr', 'speech-to-text'].includes(type) && first?.contentType.startsWith('text/plain');
        const text = isText ? await (await fetch(first!.downloadUrl)).text() : undefined;
        return { status: 'completed', pages: first?.metadata.pages, text };
      }
      if (job.status === 'failed') return { status: 'failed', why: job.failure!.reason };
      if (job.status === 'canceled' || job.status === 'expired') return { status: 'broken', why: job.status };
    }
  }

  #refusal({ status, body }: { status: number; body: Answer }): Omit<Outcome, 'seconds'> {
    return { status: status < 500 ? 'refused' : 'broken', why: body.code ?? String(status) };
  }
}
