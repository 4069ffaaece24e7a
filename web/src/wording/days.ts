/** Days and hours as charts name them. */
export const sayDay = (day: string): string =>
  new Date(`${day.slice(0, 10)}T00:00:00Z`).toLocaleDateString('en', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });

export const sayMonth = (day: string): string =>
  new Date(`${day.slice(0, 10)}T00:00:00Z`).toLocaleDateString('en', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

export const sayHour = (time: string): string =>
  new Date(time).toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hour12: false });
