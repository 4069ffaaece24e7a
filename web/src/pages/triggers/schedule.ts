import { locale } from '../../wording/language.ts';
import { strings } from '../../wording/strings.ts';

const words = strings.triggers;

/** The schedules that the form offers; any other is written as five fields. */
export const rhythms = ['hourly', 'daily', 'weekdays', 'weekly', 'monthly', 'custom'] as const;
export type Rhythm = (typeof rhythms)[number];

/** The days of the week as a schedule counts them, Monday first. */
export const weekDays = ['1', '2', '3', '4', '5', '6', '0'];

/** The first of January 2023 was a Sunday. */
export const nameWeekDay = (day: string): string =>
  new Date(Date.UTC(2023, 0, 1 + Number(day))).toLocaleDateString(locale, {
    weekday: 'long',
    timeZone: 'UTC',
  });

/** Writes a schedule as five fields. `time` is like "06:30", and `day` a day of the week. */
export function writeCron(rhythm: Exclude<Rhythm, 'custom'>, time: string, day: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const at = `${minute} ${hour}`;
  return {
    hourly: '0 * * * *',
    daily: `${at} * * *`,
    weekdays: `${at} * * 1-5`,
    weekly: `${at} * * ${day}`,
    monthly: `${at} 1 * *`,
  }[rhythm];
}

/** The fields of the form for a schedule. One that the form does not offer is `custom`, and is shown as its five fields. */
export interface ShownSchedule {
  rhythm: Rhythm;
  time: string;
  day: string;
}

/** Reads a schedule as the form shows it. */
export function readCron(cron: string): ShownSchedule {
  const usual = { time: '06:00', day: '1' };
  if (cron === '0 * * * *') return { ...usual, rhythm: 'hourly' };
  const [, minute, hour, date, day] = /^(\d+) (\d+) (\*|1) \* (\*|1-5|[0-6])$/.exec(cron) ?? [];
  if (minute === undefined || hour === undefined || day === undefined) return { ...usual, rhythm: 'custom' };
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (date === '1') return { ...usual, time, rhythm: day === '*' ? 'monthly' : 'custom' };
  if (day === '*') return { ...usual, time, rhythm: 'daily' };
  return day === '1-5' ? { ...usual, time, rhythm: 'weekdays' } : { time, day, rhythm: 'weekly' };
}

/** Describes a schedule: "Every day at 06:30". One that the form does not offer is shown as it is written. */
export function describeCron(cron: string): string {
  const { rhythm, time, day } = readCron(cron);
  if (rhythm === 'custom') return cron;
  if (rhythm === 'hourly') return words.rhythms.hourly;
  return words.at(rhythm === 'weekly' ? words.weekly(nameWeekDay(day)) : words.rhythms[rhythm], time);
}
