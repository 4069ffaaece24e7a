import { sql } from 'kysely';
import { ApiError } from '../../contract/errors.ts';
import type { System } from '../../contract/schemas/operator.ts';
import type { Database } from '../../db/database.ts';
import { nameNeed } from '../../models/model.ts';
import { limits } from '../../settings/limits.ts';
import { listInstalledEngines } from './engines.ts';

/** A worker that has not reported its progress for this long is gone. */
const lease = sql`make_interval(secs => ${sql.lit(limits.modelInstall.leaseSeconds)})`;

/** Asks the workers to install a model. The first one that is free does. */
export async function requestModelInstall(
  db: Database,
  models: readonly Pick<System['models'][number], 'name' | 'installable' | 'leftOut'>[],
  name: string,
): Promise<void> {
  const model = models.find(each => each.name === name);
  if (!model) throw new ApiError('not_found', { message: `There is no model ${name}.` });
  if (!model.installable)
    throw new ApiError('invalid_state', {
      message: model.leftOut
        ? `MODELS=permissive excludes ${name}, whose licence forbids commercial use.`
        : `The entry of ${name} has no address to download it from: put its files into MODELS_DIR.`,
    });
  if ((await listInstalledEngines(db)).has(nameNeed(name)))
    throw new ApiError('invalid_state', { message: `${name} is already installed.` });
  await sql`
    with asked as (
      insert into model_installs as m (name) values (${name})
      on conflict (name) do update set status = 'requested', percent = 0, reason = null, message = null,
        requested_at = now(), updated_at = now()
      where m.status <> 'installing' or m.updated_at < now() - ${lease})
    select pg_notify('model_due', '')`.execute(db);
}

/** Claims requests for a worker, including those whose worker is gone. */
export async function claimModelInstalls(db: Database, workerId: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    update model_installs set status = 'installing', percent = 0, worker_id = ${workerId}, updated_at = now()
    where name in (
      select name from model_installs
      where status = 'requested' or (status = 'installing' and updated_at < now() - ${lease})
      order by requested_at limit ${most} for update skip locked)
    returning name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Records what a worker reports about a model that it installs, unless another one has claimed it since. */
export async function updateModelInstall(
  db: Database,
  workerId: string,
  name: string,
  state:
    | { status: 'installing'; percent: number }
    | { status: 'requested' | 'installed' }
    | { status: 'failed'; reason: string; message: string },
): Promise<void> {
  await db
    .updateTable('model_installs')
    .set({ ...state, updated_at: sql<Date>`now()` })
    .where('name', '=', name)
    .where('worker_id', '=', workerId)
    .where('status', '=', 'installing')
    .execute();
}

type Progress = Pick<System['models'][number], 'installing' | 'problem'>;

/** Reads the models that are being installed and those that could not be. */
export async function readModelInstalls(db: Database): Promise<Map<string, Progress>> {
  const rows = await db
    .selectFrom('model_installs')
    .select(['name', 'status', 'percent', 'reason', 'message'])
    .select(sql<boolean>`updated_at > now() - ${lease}`.as('fresh'))
    .execute();
  const progress = new Map<string, Progress>();
  for (const { name, status, percent, reason, message, fresh } of rows) {
    if (status === 'failed')
      progress.set(name, { problem: { reason: reason ?? 'other', message: message ?? '' } });
    else if (status === 'requested') progress.set(name, { installing: { percent: 0, waiting: true } });
    // A worker notices an installed model after a few seconds. One that is removed later is simply missing.
    else if (status === 'installing' || fresh)
      progress.set(name, { installing: { percent: status === 'installed' ? 100 : percent, waiting: false } });
  }
  return progress;
}
