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

/** Describes a schedule: "Every day at 06:30". One that the form does not offer is shown as it is written. */
export function describeCron(cron: string): string {
  if (cron === '0 * * * *') return words.rhythms.hourly;
  const [, minute, hour, date, day] = /^(\d+) (\d+) (\*|1) \* (\*|1-5|[0-6])$/.exec(cron) ?? [];
  if (minute === undefined || hour === undefined || day === undefined) return cron;
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (date === '1') return day === '*' ? words.at(words.rhythms.monthly, time) : cron;
  if (day === '*') return words.at(words.rhythms.daily, time);
  if (day === '1-5') return words.at(words.rhythms.weekdays, time);
  return words.at(words.weekly(nameWeekDay(day)), time);
}
