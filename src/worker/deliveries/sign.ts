import { Webhook } from 'standardwebhooks';

/** Returns the headers of the Standard Webhooks specification, with one signature for each active secret. */
export function makeSignedHeaders(
  id: string,
  body: string,
  secrets: readonly string[],
  now: Date,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Filemill-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map(secret => new Webhook(secret).sign(id, now, body)).join(' '),
  };
}
