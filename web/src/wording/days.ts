/** Days and hours as shown in charts. */
export const formatDay = (day: string): string =>
  new Date(`${day.slice(0, 10)}T00:00:00Z`).toLocaleDateString('en', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });

export const formatMonth = (day: string): string =>
  new Date(`${day.slice(0, 10)}T00:00:00Z`).toLocaleDateString('en', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

export const formatHour = (time: string): string =>
  new Date(time).toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hour12: false });
