/** Stands in for `@filemill/client` until it is here; nothing but ./client.ts and ./problem.ts import it. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: { path: string; message: string }[];

  constructor(status: number, body: Record<string, unknown>) {
    super(String(body.message ?? body.error ?? `The service answered ${status}.`));
    this.status = status;
    this.code = String(body.code ?? 'unknown');
    this.details = (body.details as []) ?? [];
  }
}

export async function call<Answer>(path: string, method = 'GET', body?: unknown): Promise<Answer> {
  const response = await fetch(new URL(`api/workspace${path}`, document.baseURI), {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  const answer = response.status === 204 ? undefined : await response.json();
  if (!response.ok) throw new Problem(response.status, answer ?? {});
  return answer as Answer;
}
