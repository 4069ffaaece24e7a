import type { CreatedJob, Job } from '../../src/contract/schemas/job.ts';
import type { Receiver } from '../webhooks/support/receiver.ts';
import { joined, Person, password } from '../workspace/support/person.ts';

type Json = Record<string, string>;
const bytes = Buffer.from('a few words');

/** A thumbnail and a preview, which answer with pictures. */
async function usePreviews(ada: Person, at: (path: string) => string, id: string): Promise<void> {
  const { url, cookie } = ada;
  const base = `${url}/api/workspace${at(`/artifacts/${id}`)}`;
  await fetch(`${base}/thumbnail`, { headers: { cookie } });
  await fetch(`${base}/preview`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'nap', options: { ms: 1 } }),
  });
}

/** Everything a signed-in user can do, including an operator. */
export async function useAsPerson(
  ada: Person,
  home: string,
  other: string,
  receiver: Receiver,
  resetToken: (userId: string) => Promise<string>,
): Promise<void> {
  const at = (path = '') => `/workspaces/${home}${path}`;
  const ok = <Body = Json>(method: string, path: string, body?: unknown) => ada.ok<Body>(method, path, body);
  const hook = await ok('POST', at('/webhooks'), { url: receiver.url, description: 'all' });
  await ok('POST', at('/callbacks/rotate'), {});
  const job = await ok<CreatedJob>('POST', at('/jobs'), {
    type: 'nap',
    callbackUrl: receiver.url,
    filename: 'b.txt',
    contentType: 'text/plain',
    fileSize: bytes.length,
    options: { ms: 1 },
  });
  await fetch(job.uploadUrl!, { method: 'PUT', body: bytes });
  await ok('POST', at(`/jobs/${job.id}/start`));
  const { inputs } = await ok<Job>('GET', at(`/jobs/${job.id}?wait=30`));
  await ok('GET', at(`/jobs/${job.id}/history`));
  await ok('POST', at(`/jobs/${job.id}/run-again`), {});
  await usePreviews(ada, at, inputs[0]!.artifactId!);
  for (const query of [
    '',
    '?search=b.tx',
    '?search=nowhere',
    `?search=${job.id}`,
    '?source=recipe',
    '?keyId=key_x',
    '?status=failed',
    '?type=ocr',
  ])
    await ok('GET', at(`/jobs${query}`));
  for (const search of ['run_00000000000000000000000000', '0198c0de-0000-7000-8000-000000000000'])
    await ok('GET', at(`/jobs?search=${search}`));
  await ok('GET', at('/events'));
  await ok('GET', at('/usage'));
  for (const unit of ['day', 'month']) await ok('GET', at(`/usage/history?unit=${unit}`));
  for (const by of ['type', 'key', 'source']) await ok('GET', at(`/usage/breakdown?by=${by}`));
  await ok('GET', at('/ledger'));
  await ok('GET', at('/audit-log'));
  await ok('GET', at('/job-types'));
  await ok('GET', at('/job-types/nap'));
  const steps = [{ name: 'sleep', jobType: 'nap', options: { ms: 1 } }];
  await ok('POST', at('/recipes/preview'), { steps });
  await ok('POST', at('/recipes/step-choices'), { steps, at: 1 });
  await ok('POST', at('/recipes/trials'), { steps, inputArtifactId: inputs[0]!.artifactId });
  const recipe = await ok('POST', at('/recipes'), { name: 'Mine', description: '', steps });
  await ok('PUT', at(`/recipes/${recipe.id}`), { name: 'Mine', description: 'more', steps });
  await ok('GET', at('/recipes'));
  await ok('GET', at('/batches'));

  await receiver.count(1);
  const { eventId } = await ok('POST', at(`/webhooks/${hook.id}/test`));
  await receiver.count(3);
  for (const path of [
    '',
    `/${hook.id}`,
    `/${hook.id}/deliveries`,
    `/${hook.id}/deliveries?status=failed`,
    `/${hook.id}/deliveries/${eventId}`,
    `/${hook.id}/activity`,
  ])
    await ok('GET', at(`/webhooks${path}`));
  const none = '00000000000000000000000000';
  for (const query of [
    '',
    '?type=job.completed',
    `?eventId=${eventId}`,
    `?jobId=${job.id}`,
    `?runId=run_${none}`,
    '?diagnosticId=0198c0de-0000-7000-8000-000000000000',
  ])
    await ok('GET', at(`/deliveries${query}`));
  const deliveries = await ok<{ nextCursor: string }>('GET', at('/deliveries?limit=1'));
  await ok('GET', at(`/deliveries?cursor=${deliveries.nextCursor}`));
  const { events } = await ok<{ events: { id: string }[] }>('GET', at('/events?limit=2'));
  for (const query of [
    `after=${events[0]!.id}`,
    `before=${events[1]!.id}`,
    'type=job.completed',
    'order=newest',
  ])
    await ok('GET', at(`/events?${query}`));
  await ok('POST', at(`/webhooks/${hook.id}/deliveries/${eventId}/redeliver`));
  await ok('POST', at(`/webhooks/${hook.id}/deliveries/redeliver-failed`));
  await ok('POST', at(`/webhooks/${hook.id}/pause`));
  await ok('POST', at(`/webhooks/${hook.id}/resume`));
  await ok('POST', at(`/webhooks/${hook.id}/rotate`), {});
  await ok('PATCH', at(`/webhooks/${hook.id}`), { description: 'fewer', events: ['job.completed'] });
  await ok('DELETE', at(`/webhooks/${hook.id}`));

  const key = await ok('POST', at('/keys'), { name: 'a key' });
  await ok('GET', at('/keys'));
  await ok('POST', at(`/keys/${key.id}/rotate`), {});
  await ok('POST', at(`/keys/${key.id}/revoke`));
  const spare = await ok('POST', at('/keys'), {});
  await ok('POST', at(`/keys/${spare.id}/revoke`));
  await ok('POST', at(`/keys/${spare.id}/restore`));

  const { person: grace, id: graceId } = await joined(ada, home, 'member', 'grace@example.com');
  const { link, id: invitation } = await ok('POST', at('/invitations'), {
    email: 'alan@example.com',
    role: 'viewer',
  });
  await new Person(ada.url).ok('POST', '/invitations/show', { token: link!.split('#token=')[1] });
  await ok('GET', at('/invitations'));
  await ok('DELETE', at(`/invitations/${invitation}`));
  await ok('GET', at('/members'));
  await ok('PATCH', at(`/members/${graceId}`), { role: 'admin' });
  await ok('DELETE', at(`/members/${graceId}`));
  await new Person(ada.url).ok('POST', '/password-resets', {
    token: await resetToken(graceId),
    password: `${password}!`,
  });
  await grace.signIn('grace@example.com', `${password}!`);
  await grace.ok('DELETE', '/session');

  await ok('GET', '/session');
  await ok('PATCH', '/account', { name: 'Ada L.' });
  await ok('POST', '/account/password', { currentPassword: password, newPassword: `${password}?` });
  const second = new Person(ada.url);
  await second.signIn('ada@example.com', `${password}?`);
  const { sessions } = await ok<{ sessions: { id: string; current: boolean }[] }>('GET', '/sessions');
  const another = sessions.find(each => !each.current);
  if (another) await ok('DELETE', `/sessions/${another.id}`);
  await ok('POST', '/sessions/revoke-others');

  await ok('GET', '/workspaces');
  const lab = await ok('POST', '/workspaces', { name: 'Lab' });
  await ok('GET', `/workspaces/${lab.id}`);
  await ok('PATCH', `/workspaces/${lab.id}`, { name: 'Laboratory' });
  await ok('DELETE', `/workspaces/${lab.id}?name=Laboratory`);
  await ok('GET', '/operator/system');
  await ok('GET', '/operator/plans');
  for (const query of ['', `?workspaceId=${home}`]) await ok('GET', `/operator/audit-log${query}`);
  await ok('GET', '/operator/failures/summary');
  await ok('GET', '/operator/activity');
  await ok('POST', '/operator/models/unreachable/install');
  const { failures } = await ok<{ failures: { diagnosticId: string }[] }>('GET', '/operator/failures');
  await ok('GET', `/operator/failures/${failures[0]!.diagnosticId}`);
  await ok('GET', `/operator/deliveries?diagnosticId=${failures[0]!.diagnosticId}`);
  await ok('GET', `/operator/deliveries?jobId=${job.id}`);
  for (const query of [
    `workspaceId=${home}`,
    `jobId=${job.id}`,
    'reason=engine_error',
    'engine=duckdb',
    'jobType=nap',
  ])
    await ok('GET', `/operator/failures?${query}`);
  for (const query of ['', '?search=size', '?memberless=true', '?memberless=false'])
    await ok('GET', `/operator/workspaces${query}`);
  await ok('POST', `/operator/workspaces/${other}/adopt`);
  await ok('PATCH', `/operator/workspaces/${other}`, { plan: 'free' });
  await ok('POST', `/operator/workspaces/${home}/credits`, { amount: 50, note: 'for a test' });
}
