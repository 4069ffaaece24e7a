import { type NotNull, sql } from 'kysely';
import { invalid } from '../../../contract/errors.ts';
import { testEventType } from '../../../contract/events.ts';
import { makeIdFromUuid, readUuid, readUuidTime } from '../../../contract/ids.ts';
import type { Event, EventListQuery, WorkspaceEventListQuery } from '../../../contract/schemas/event.ts';
import type { Database } from '../../../db/database.ts';
import type { Asker } from '../../people/caller.ts';
import { isVisible } from '../../work/jobs/rows.ts';
import { publishAll } from './publish.ts';
import { renderEventBodies } from './stored-bodies.ts';

/** More events than one job can have: it starts, is retried a few times, and ends. */
const maxEventsOfJob = 50;

export interface EventOwner extends Asker {
  plan: { retention_seconds: number };
}

/** Finds the position of the event that `after` names. An event that is no longer kept comes before all others. */
async function findPosition(db: Database, owner: EventOwner, after: string): Promise<number> {
  const uuid = readUuid('event', after);
  const row =
    uuid &&
    (await db
      .selectFrom('events')
      .select('position')
      .where('id', '=', uuid)
      .where('workspace_id', '=', owner.workspaceId)
      .where('position', 'is not', null)
      .$narrowType<{ position: NotNull }>()
      .executeTakeFirst());
  if (row) return row.position;
  const madeAt = uuid && readUuidTime(uuid);
  if (madeAt && madeAt < Date.now() - owner.plan.retention_seconds * 1000) return 0;
  throw invalid('after', '`after` must be the id of an event of this workspace.');
}

async function readEvents(db: Database, ids: readonly string[]): Promise<Event[]> {
  const bodies = await renderEventBodies(db, ids);
  return ids.flatMap(id => {
    const body = bodies.get(id);
    return body === undefined
      ? []
      : [{ id: makeIdFromUuid('event', id), ...(JSON.parse(body) as Omit<Event, 'id'>) }];
  });
}

/** Lists the events of one job, oldest first. */
export async function listJobEvents(db: Database, workspaceId: string, jobId: string): Promise<Event[]> {
  await publishAll(db);
  const { rows } = await sql<{ id: string }>`
    select id from events where job_id = ${jobId} and workspace_id = ${workspaceId} and position is not null
    order by position limit ${maxEventsOfJob}`.execute(db);
  return readEvents(
    db,
    rows.map(row => row.id),
  );
}

/**
 * Lists the events of a workspace after the one given, for as long as they are kept. The oldest come first, for programs that
 * catch up; the web workspace asks for the newest first.
 */
export async function listEvents(
  db: Database,
  owner: EventOwner,
  query: EventListQuery & Partial<WorkspaceEventListQuery>,
): Promise<{ events: Event[]; nextCursor: string | null }> {
  await publishAll(db);
  const after = query.after === undefined ? 0 : await findPosition(db, owner, query.after);
  const before = query.before === undefined ? undefined : await findPosition(db, owner, query.before);
  const { rows } = await sql<{ id: string }>`
    select e.id from events e left join jobs j on j.id = e.job_id
    where e.workspace_id = ${owner.workspaceId} and e.position > ${after} and e.type <> ${testEventType}
      ${before === undefined ? sql`` : sql`and e.position < ${before}`}
      ${query.type === undefined ? sql`` : sql`and e.type = ${query.type}`}
      and (j.id is null or ${isVisible(owner)})
    order by e.position ${query.order === 'newest' ? sql`desc` : sql``} limit ${query.limit + 1}`.execute(db);
  const page = rows.slice(0, query.limit);
  const events = await readEvents(
    db,
    page.map(row => row.id),
  );
  const last = page.at(-1);
  return {
    events,
    nextCursor: rows.length > query.limit && last ? makeIdFromUuid('event', last.id) : null,
  };
}
