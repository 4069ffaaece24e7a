/** Formats a time as the contract writes it. Times from json_agg are text in PostgreSQL's notation. */
export const formatTime = (time: Date | string): string => new Date(time).toISOString();
