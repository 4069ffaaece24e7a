import { Share } from '../../domain/share.ts';
import { limits } from '../../settings/limits.ts';

/** The limits that all routes of this process share. */
export const shares = {
  streams: new Share('event streams', limits.eventStreams),
  waits: new Share('waiting requests', limits.waits),
  uploads: new Share('uploads', limits.uploads),
  downloads: new Share('downloads', limits.downloads),
};
