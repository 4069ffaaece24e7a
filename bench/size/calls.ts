import { sql } from 'kysely';
import { csv, exchange, finish, ready } from '../client.ts';
import type { Side } from './side.ts';

export type Calls = Record<string, () => Promise<unknown>>;

/** Every kind of request. */
export async function listCalls({ service, db, cookie, workspaceId }: Side): Promise<Calls> {
  const get = (path: string) => () => exchange('GET', `${service.base}${path}`, service.headers);
  const asPerson = (path: string) => () =>
    exchange('GET', `${new URL(service.base).origin}/api/workspace${path}`, { cookie });
  const ofWorkspace = (path: string) => asPerson(`/workspaces/${workspaceId}${path}`);
  const example = await finish(service, await ready(service, csv));
  const { rows: made } = await sql<{ id: string }>`
    select id from artifacts where job_id = ${example.id} and role = 'output'`.execute(db);
  return {
    'GET /jobs': get('/jobs'),
    'GET /jobs?status=failed': get('/jobs?status=failed'),
    'GET /jobs?status=queued': get('/jobs?status=queued'),
    'GET /jobs?type=ocr': get('/jobs?type=ocr'),
    'GET /jobs/:id': get(`/jobs/${example.id}`),
    'GET /jobs/:id/files': get(`/jobs/${example.id}/files`),
    'GET /artifacts/:id': get(`/artifacts/${made[0]?.id}`),
    'GET /events': get('/events'),
    'GET /recipes': get('/recipes'),
    'GET /recipe-runs': get('/recipe-runs'),
    'GET /usage': get('/usage'),
    'GET /job-types': get('/job-types'),
    'POST /jobs and PUT': () => ready(service, csv),
    'a whole job, five calls': async () => finish(service, await ready(service, csv)),
    'a whole job, one request': () =>
      exchange(
        'POST',
        `${service.base}/convert/json?filename=${csv.filename}`,
        { ...service.headers, 'content-type': csv.contentType },
        csv.bytes,
      ),
    'workspace: jobs': ofWorkspace('/jobs'),
    'workspace: jobs by name': ofWorkspace('/jobs?search=report'),
    'workspace: jobs by a name nobody has': ofWorkspace('/jobs?search=nowhere'),
    'workspace: usage': ofWorkspace('/usage'),
    'workspace: usage by type': ofWorkspace('/usage/breakdown?by=type'),
    'workspace: usage by key': ofWorkspace('/usage/breakdown?by=key'),
    'workspace: usage by day': ofWorkspace('/usage/history?unit=day'),
    'workspace: deliveries': ofWorkspace('/deliveries'),
    'workspace: ledger': ofWorkspace('/ledger'),
    'workspace: keys': ofWorkspace('/keys'),
    'operator: system': asPerson('/operator/system'),
    'operator: failures summed up': asPerson('/operator/failures/summary'),
    'operator: failures': asPerson('/operator/failures'),
    'operator: workspaces': asPerson('/operator/workspaces'),
  };
}
