import type { Connection, JobType, Trigger } from '@filemill/client';
import { formatDuration } from '../../wording/figures.ts';
import { describeWork, joinByArrows } from '../../wording/jobs.ts';
import { strings } from '../../wording/strings.ts';
import { describeCron } from './schedule.ts';

const words = strings.triggers;

/** Describes when a trigger starts: for new files of a place, or at times. */
export function describeStart({ watch, schedule }: Trigger): string {
  if (schedule) return words.inZone(describeCron(schedule.cron), schedule.timeZone ?? 'UTC');
  if (!watch) return '';
  return describeFiles(watch);
}

/** Describes the files of a connection: "New files in archive/scans/ (*.pdf)". */
const describeFiles = ({ connection, prefix = '', pattern }: NonNullable<Trigger['watch']>): string =>
  words.newFilesIn(`${connection}/${prefix}${pattern && pattern !== '**' ? ` (${pattern})` : ''}`);

/** Describes how often the files are listed. The form offers a few intervals; programs can set any. */
export const describeInterval = (seconds: number): string =>
  (words.intervals as Record<string, string>)[seconds] ?? words.atInterval(formatDuration(seconds * 1000));

/** Names the recipe that a trigger runs, or the conversion with its target: "Convert an image → WebP". */
export function describeAction(
  trigger: Trigger,
  types: JobType[],
  recipes: { id: string; name: string }[],
): string {
  const work = describeWork(trigger, types, recipes);
  const title = types.find(({ id }) => id === trigger.type)?.title;
  return title === undefined || title === work ? work : joinByArrows(title, work);
}

/** Describes where the results go. A trigger refers to the connection by its id. */
export function describeOutput({ output }: Trigger, connections: Connection[]): string {
  if (!output) return words.keptHere;
  const name = connections.find(({ id }) => id === output.connection)?.name ?? output.connection;
  return joinByArrows(`${name}/${output.key}`);
}
