import { randomUUID } from 'node:crypto';
import { ApiError } from '../../../contract/errors.ts';
import { newId } from '../../../contract/ids.ts';
import type { JobSettings } from '../../../contract/schemas/job-settings.ts';
import type { Database } from '../../../db/database.ts';
import type { Storage } from '../../../storage/storage.ts';
import type { Caller } from '../../people/caller.ts';
import type { BytesInFlight } from './in-flight.ts';
import { storeSentFile } from './store-sent-file.ts';
import type { StoredFile, Submitted } from './submit.ts';
import type { SentFile, SubmissionTarget } from './target.ts';

/** A file that is being received. */
export interface Arriving extends SentFile {
  chunks: AsyncIterable<Uint8Array>;
}

/** A part of a body: an option as text, or a file. */
export type BodyPart = { name: string; text: string } | Arriving;

export interface Intake {
  db: Database;
  storage: Storage;
  inFlight: BytesInFlight;
  /** How many of a file's first bytes are read to check its format. */
  sniffBytes: number;
}

/** Stores the files of a request and makes its job. `settings` are read after the last field has arrived. Keeps nothing if that fails. */
export async function takeSubmission(
  { db, storage, inFlight, sniffBytes }: Intake,
  caller: Caller,
  target: SubmissionTarget,
  pieces: AsyncIterable<BodyPart>,
  settings: () => Promise<JobSettings>,
  key: string | undefined,
): Promise<Submitted> {
  const { plan } = caller;
  const count = await inFlight.count(db, caller);
  const id = newId('job');
  const files = new Map<number, StoredFile>();
  const { most } = target;
  let left = most > 1 ? plan.merge_bytes : plan.file_bytes;
  // A file that cannot be removed now is removed by the sweeper, because no row names it.
  const discard = () => Promise.allSettled([...files.values()].map(file => storage.remove(file.storageKey)));
  try {
    for await (const piece of pieces) {
      if ('text' in piece) {
        target.add([piece.name, piece.text]);
        continue;
      }
      const { index, format } = target.accept(piece);
      if (files.size === most) throw tooMany(most);
      const file = { ...piece, format };
      const key = `inputs/${id}/${index}/${randomUUID()}`;
      const limits = { sniffBytes, fileBytes: plan.file_bytes, totalBytes: left };
      const { size, ...kept } = await storeSentFile(storage, key, file, limits, count);
      left -= size;
      const { filename, contentType } = piece;
      files.set(index, { filename, contentType, fileSize: size, ...kept });
    }
    target.requireAll();
    const ordered = [...files].sort(([a], [b]) => a - b).map(([, file]) => file);
    const submitted = await target.submit(id, ordered, await settings(), key);
    if (submitted.replayed) await discard();
    return submitted;
  } catch (error) {
    // After any other error a row may name the files, so they are left to the sweeper.
    if (error instanceof ApiError) await discard();
    throw error;
  } finally {
    count.end();
  }
}

const tooMany = (most: number): ApiError =>
  new ApiError('batch_too_large', {
    message: `Too many files: the plan allows ${most} in one job.`,
    limit: most,
  });
