import { JobFailure } from '../../../contract/failure.ts';
import type { FailureId } from '../../../contract/failure-catalogue.ts';
import type { Database } from '../../../db/database.ts';
import { type ContentSize, contentKinds } from '../../../settings/content-size.ts';

const failures = {
  mediaSeconds: 'recording_too_long',
  megapixels: 'too_many_pixels',
  archiveEntries: 'too_many_entries_for_plan',
} satisfies Record<keyof ContentSize, FailureId>;

/** Throws a `JobFailure` if the workspace's plan allows only smaller content. */
export async function requireAllowedContent(
  db: Database,
  workspaceId: string,
  size: ContentSize,
): Promise<void> {
  const plan = await db
    .selectFrom('workspaces')
    .innerJoin('plans', 'plans.id', 'workspaces.plan_id')
    .select(['media_seconds as mediaSeconds', 'megapixels', 'archive_entries as archiveEntries'])
    .where('workspaces.id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  for (const kind of contentKinds) {
    const found = size[kind] ?? 0;
    const most = plan[kind];
    if (most !== null && found > most)
      throw new JobFailure(failures[kind], `${found} exceeds the plan's ${kind} (${most})`);
  }
}
