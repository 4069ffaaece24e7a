import { verifyWebhook } from '@filemill/client';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes, or so').toString('base64')}`;
const other = `whsec_${Buffer.from('another secret of thirty-two bytes').toString('base64')}`;
const body = JSON.stringify({
  type: 'job.completed',
  timestamp: '2026-01-01T00:00:00Z',
  data: { id: 'job_1', status: 'completed' },
});

/** Signed by the library of the specification. */
function sign(text: string, at = new Date(), by = secret): Record<string, string> {
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign('evt_1', at, text),
  };
}

test('verifyWebhook returns the event for a valid signature, with either secret and either kind of headers', async () => {
  const event = await verifyWebhook(body, sign(body), secret);
  expect(event).toMatchObject({ id: 'evt_1', type: 'job.completed', data: { id: 'job_1' } });
  await verifyWebhook(new TextEncoder().encode(body), new Headers(sign(body)), [other, secret]);
  const both = sign(body);
  both['webhook-signature'] =
    `${sign(body, new Date(), other)['webhook-signature']} ${both['webhook-signature']}`;
  await verifyWebhook(body, both, secret);
});

test.each([
  ['another body', `${body} `, sign(body), secret],
  ['another secret', body, sign(body), other],
  ['an old delivery', body, sign(body, new Date(Date.now() - 3_600_000)), secret],
  ['no headers', body, {}, secret],
  ['a malformed signature', body, { ...sign(body), 'webhook-signature': 'v1,§§' }, secret],
])('%s is refused', async (_what, text, headers, by) => {
  await expect(verifyWebhook(text, headers, by)).rejects.toMatchObject({ code: 'invalid_signature' });
});
