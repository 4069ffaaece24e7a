import { locale } from './language.ts';
/** Days and hours as shown in charts. */
export const formatDay = (day: string): string =>
  new Date(`${day.slice(0, 10)}T00:00:00Z`).toLocaleDateString(locale, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });

export const formatMonth = (day: string): string =>
  new Date(`${day.slice(0, 10)}T00:00:00Z`).toLocaleDateString(locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

export const formatHour = (time: string): string =>
  new Date(time).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', hour12: false });
