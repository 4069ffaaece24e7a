import { Cron } from 'croner';
import { invalid } from '../../../contract/errors.ts';
import type { NewTrigger } from '../../../contract/schemas/trigger.ts';

/** Returns the next time of a schedule after now. Refuses one that is wrong, or never comes. */
export function findNextTime({ cron, timeZone }: NonNullable<NewTrigger['schedule']>): Date {
  let next: Date | null;
  try {
    next = new Cron(cron, { timezone: timeZone, mode: '5-part' }).nextRun();
  } catch {
    throw invalid(
      'schedule.cron',
      '`schedule` must have five fields in `cron`, such as "0 6 * * 1-5", and a time zone such as Europe/Berlin.',
    );
  }
  if (!next) throw invalid('schedule.cron', '`schedule.cron` names a time that never comes.');
  return next;
}
