import { type ApiResponse, listOperations, type OpenApi } from './document.ts';

const describeText = (description: string, example: string) => ({
  description,
  schema: { type: 'string' },
  example,
});
const describeInteger = (description: string, example: number) => ({
  description,
  schema: { type: 'integer' },
  example,
});

/** The headers of answers that callers may read. */
const headers = {
  'X-Request-Id': describeText(
    "The caller's own, where it sent a sane one; else a new one.",
    '0f9c1a52-6a0e-4c7e',
  ),
  'X-RateLimit-Limit': describeInteger('Requests that the key may make in a window.', 1200),
  'X-RateLimit-Remaining': describeInteger('Requests that are left in this window.', 1187),
  'X-RateLimit-Reset': describeInteger('When the window ends, in Unix seconds.', 1767225660),
  'Retry-After': describeInteger('Seconds to wait.', 12),
  'WWW-Authenticate': describeText('How to sign in.', 'Bearer'),
  'Idempotency-Replayed': describeText(
    '`true`: made by an earlier request with the same `Idempotency-Key`.',
    'true',
  ),
  Location: describeText('Where the job or run is found.', '/api/public/jobs/job_01kcz4m8e7fq0v3b9s6t2w5x8y'),
  'Content-Disposition': describeText('The name of the file.', 'attachment; filename="report.pdf"'),
  'Content-Range': describeText('Which part this is.', 'bytes 0-1023/842134'),
  'Accept-Ranges': describeText('That parts can be asked for.', 'bytes'),
  ETag: describeText('The SHA-256 of the whole file.', '"9f86d081884c7d65"'),
  'X-Job-Id': describeText('The job that was created.', 'job_01kcz4m8e7fq0v3b9s6t2w5x8y'),
  'X-Run-Id': describeText('The run that was created.', 'run_01kcz4m8e7fq0v3b9s6t2w5x8y'),
  'X-Artifact-Id': describeText('The output, where there is one.', 'art_01kcz4m8e7fq0v3b9s6t2w5x8y'),
  'X-Warnings': describeText(
    'Where the output is less than you may think: the codes of `result.warnings`. Absent where there are none.',
    'no_text_layer',
  ),
  'Tus-Resumable': describeText('The version of the tus protocol.', '1.0.0'),
  'Upload-Offset': describeInteger('How many bytes are kept.', 524288),
  'Upload-Length': describeInteger('How many bytes were declared.', 842134),
  'Upload-Expires': describeText('When the address ends.', 'Thu, 01 Jan 2026 01:00:00 GMT'),
};
type Header = keyof typeof headers;

const tus: Header[] = ['Tus-Resumable', 'Upload-Expires'];
const file: Header[] = ['Content-Disposition', 'ETag', 'Accept-Ranges'];
const submitted: Header[] = ['X-Job-Id', 'X-Artifact-Id', 'X-Warnings', 'Content-Disposition'];

/** The headers that only some answers have. */
const own: Record<string, Record<string, Header[]>> = {
  createJob: { 200: ['Idempotency-Replayed'] },
  createMerge: { 200: ['Idempotency-Replayed'] },
  createRun: { 200: ['Idempotency-Replayed'] },
  run: { 200: submitted, 202: ['X-Job-Id', 'Location'] },
  convert: { 200: submitted, 202: ['X-Job-Id', 'Location'] },
  runRecipe: { 200: [...submitted, 'X-Run-Id'], 202: ['X-Run-Id', 'Location'] },
  headUpload: { 200: [...tus, 'Upload-Offset', 'Upload-Length'] },
  patchUpload: { 204: [...tus, 'Upload-Offset'] },
  download: { 200: file, 206: [...file, 'Content-Range'], 304: ['ETag'] },
  headDownload: { 200: file, 304: ['ETag'] },
  downloadZip: { 200: ['Content-Disposition'] },
};
const ofStatus: Record<string, Header[]> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};
const window: Header[] = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

/** Describes the headers of every answer. Those of the rate limit are added only if a key is needed. */
export function describeHeaders(document: OpenApi, counted: boolean): void {
  const used = new Set<Header>();
  const add = (answer: ApiResponse, names: Header[]) => {
    for (const name of names) used.add(name);
    const refs = names.map(name => [name, { $ref: `#/components/headers/${name}` }]);
    answer.headers = { ...Object.fromEntries(refs), ...answer.headers };
  };
  for (const [, { operationId = '', security, responses }] of listOperations(document))
    for (const [status, answer] of Object.entries(responses))
      add(answer, [
        'X-Request-Id',
        ...(counted && !security ? window : []),
        ...(ofStatus[status] ?? []),
        ...(own[operationId]?.[status] ?? []),
      ]);
  document.components.headers = Object.fromEntries(
    Object.entries(headers).filter(([name]) => used.has(name as Header)),
  );
}
