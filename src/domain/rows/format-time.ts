/** A moment as the contract writes it. Within json_agg it comes as PostgreSQL prints it. */
export const formatTime = (time: Date | string): string => new Date(time).toISOString();
