import { type ApiError, invalid } from '../../../contract/errors.ts';

/** Bodies longer than this are files, not a caller's mistake. */
const maxBytes = 16 * 1024;

/** Fields by which other services take a file: its address, or its bytes as text. */
const addressFields = ['url', 'inputUrl', 'fileUrl', 'input', 'file', 'source', 'src', 'href'];
const contentFields = ['base64', 'data', 'content', 'file', 'html', 'markdown'];

const explainAddress = (field: string): ApiError =>
  invalid(
    'file',
    `The body is JSON with a URL in \`${field}\`. Send the URL as the field \`inputUrl\` of a form or of the query, as with \`curl -F inputUrl=https://…\`, or the file itself, as with \`curl -F file=@report.docx\`. To convert the JSON itself, add \`?filename=data.json\`.`,
  );

const explainContent = (field: string): ApiError =>
  invalid(
    'file',
    `The body is JSON with a file in \`${field}\`. Send the file itself, as with \`curl -F file=@report.docx\`, and options as further fields. To convert the JSON itself, add \`?filename=data.json\`.`,
  );

/** Explains a small JSON object that looks like another service's request. Undefined if it may well be data. */
export function explainMisplacedJson(text: string): ApiError | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const fields = new Map(Object.entries(body).filter(([, value]) => typeof value === 'string'));
  const address = addressFields.find(name => /^(https?|s3|ftp|data):/i.test(String(fields.get(name) ?? '')));
  if (address !== undefined) return explainAddress(address);
  // Data may well have a field named content; one with a name of options beside it is a request.
  const isRequest = ['filename', 'options', 'outputFormat', 'to', 'type'].some(name =>
    Object.hasOwn(body, name),
  );
  const content = contentFields.find(name => fields.has(name));
  if (content !== undefined && (isRequest || fields.size === 1)) return explainContent(content);
  return undefined;
}

/** Refuses an unnamed JSON body that names a file instead of being one. Passes all other bodies on as they are. */
export async function* refuseMisplacedJson(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const held: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    if (bytes > maxBytes) {
      yield chunk;
      continue;
    }
    held.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) yield* held.splice(0);
  }
  if (bytes > maxBytes) return;
  const misplaced = explainMisplacedJson(Buffer.concat(held).toString('utf8'));
  if (misplaced) throw misplaced;
  yield* held;
}
