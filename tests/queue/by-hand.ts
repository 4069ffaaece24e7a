import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { newId } from '../../src/contract/ids.ts';
import type { Database } from '../../src/db/database.ts';
import { completeAtOnce } from '../../src/domain/files/uploads/complete.ts';
import { createKey } from '../../src/domain/people/keys/keys.ts';
import type { Submission } from '../../src/queue/batch/batch.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { claimJobs, startJob } from '../support/queue.ts';

export interface Known {
  id: string;
  ws: string;
}

/** A storage that stores nothing. */
export const nowhere = {
  remove: async () => {},
  partial: { discard: async () => {}, async *list() {} },
} as unknown as Storage;

export const inputOf = (jobId: string) => ({ jobId, index: 0, contentType: 'text/plain', size: 3 });

export const result = () => ({
  outputs: [
    {
      id: newId('artifact'),
      index: 0,
      filename: 'b.txt',
      content_type: 'text/plain',
      format: 'txt' as const,
      size: 1,
      sha256: 'y',
      storage_key: `out/${randomUUID()}`,
      metadata: {},
    },
  ],
  engines: [],
  durationMs: 1,
});

/** Drives the queue directly: jobs without a service, a storage or an engine. */
export const byHand = (db: Database) => ({
  /** Creates a workspace on a separate plan. */
  async workspace(plan: Record<string, number | null>): Promise<{ ws: string; plan: string }> {
    const id = `p-${randomUUID().slice(0, 8)}`;
    await sql`insert into plans select (jsonb_populate_record(p, ${JSON.stringify({ ...plan, id })}::jsonb)).*
      from plans p where id = 'enterprise'`.execute(db);
    return { ws: (await createKey(db, { plan: id })).workspaceId, plan: id };
  },

  async create(
    ws: string,
    lifetime = '1 hour',
    more: object = {},
    key: string | null = null,
  ): Promise<Known> {
    const id = newId('job');
    const job = {
      id,
      workspace_id: ws,
      source: 'api',
      type: 'nap',
      options: {},
      metadata: {},
      needs: [],
      ...more,
    };
    const file = { index: 0, filename: 'a.txt', content_type: 'text/plain', format: 'txt', file_size: 3 };
    await sql`select * from job_create(${JSON.stringify(job)}::jsonb, ${JSON.stringify([file])}::jsonb, 'jobs', ${key},
      'print'::bytea, ${lifetime}::interval)`.execute(db);
    return { id, ws };
  },

  /** Creates a message that submits a job with its file. */
  submission(ws: string, key: string | null = null): Submission {
    const job = {
      id: newId('job'),
      ...{ source: 'api', type: 'nap', options: {}, metadata: {}, needs: [], metered: false },
    };
    const input = {
      artifact: newId('artifact'),
      ...{
        index: 0,
        filename: 'a.txt',
        content_type: 'text/plain',
        format: 'txt' as const,
        file_size: 3,
        sha256: 'x',
      },
      storage_key: `in/${randomUUID()}`,
    };
    const print = Buffer.from('print').toString('hex');
    return { workspace_id: ws, job, inputs: [input], scope: 'jobs', key, print };
  },

  upload: ({ id }: Known) =>
    completeAtOnce({ db, storage: nowhere } as never, inputOf(id), {
      storageKey: `in/${randomUUID()}`,
      size: 3,
      sha256: 'x',
    }),

  start: ({ ws, id }: Known) => startJob(db, ws, id),

  /** Creates a run with one step. */
  async run(ws: string, artifact: string): Promise<string> {
    const [id, recipe] = [newId('run'), newId('recipe')];
    await sql`insert into recipes (id, workspace_id, name, description, steps, accepts)
      values (${recipe}, ${ws}, '', '', '[]', '{}')`.execute(db);
    const run = { id, workspace_id: ws, recipe_id: recipe, input_artifact_id: artifact };
    const steps = [{ index: 0, name: '', job_type: 'nap', options: {} }];
    await sql`select * from run_create(${JSON.stringify(run)}::jsonb, ${JSON.stringify(steps)}::jsonb,
      ${JSON.stringify({ id: newId('job'), needs: [] })}::jsonb, 'runs', null, null)`.execute(db);
    return id;
  },

  claim: (most: number, leaseSeconds = 60) =>
    claimJobs(db, { workerId: `w-${randomUUID()}`, most, leaseSeconds, engines: [] }),
});
