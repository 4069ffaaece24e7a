import type { JobEventRecord } from '../api/types.ts';
import { FilemillError } from '../core/errors.ts';

/** The body of a webhook: an event without its id, which is in the header `webhook-id`. */
export type WebhookEvent = Omit<JobEventRecord, 'id' | 'type'> & {
  id: string;
  type: JobEventRecord['type'] | 'webhook.test';
};

type HeaderSource = Headers | Record<string, string | string[] | undefined>;

/** Five minutes, as in the Standard Webhooks specification: an older delivery may be a replay. */
const toleranceSeconds = 300;

const refuse = (why: string): FilemillError =>
  new FilemillError('invalid_signature', `This webhook is not authentic: ${why}`);

/**
 * Returns a webhook's event, and throws unless its signature is valid. `body` is the text or the bytes exactly as
 * received; `secret` is the webhook's `whsec_…`, or several while one is being replaced.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeaderSource,
  secret: string | string[],
  { now = Date.now() }: { now?: number } = {},
): Promise<WebhookEvent> {
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const given = readHeader(headers, 'webhook-signature');
  if (!id || !timestamp || !given) throw refuse('its signature headers are missing.');
  if (!/^\d+$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds)
    throw refuse('its timestamp is too old or in the future.');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const signatures = given
    .split(' ')
    .filter(each => each.startsWith('v1,'))
    .map(each => readBase64(each.slice(3)));
  for (const each of [secret].flat()) {
    const key = await readSecret(each);
    // Compares in constant time.
    for (const signature of signatures)
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed)))
        return { id, ...JSON.parse(text) };
  }
  throw refuse('its signature does not match the secret.');
}

function readHeader(headers: HeaderSource, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = headers[name] ?? headers[name.toUpperCase()];
  return Array.isArray(value) ? value[0] : value;
}

function readBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), char => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

async function readSecret(secret: string) {
  const bytes = readBase64(secret.replace(/^whsec_/, ''));
  if (!bytes?.length)
    throw new FilemillError('invalid_input', 'The secret must be the webhook’s secret, `whsec_…`.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}
