import { text } from 'node:stream/consumers';
import { Value } from 'typebox/value';
import { ComparedFile, type GoldenFile } from '../../../contract/schemas/golden-file.ts';
import { tellFailure } from '../../../contract/tell-failure.ts';
import type { Database } from '../../../db/database.ts';
import type { OutputRow } from '../../../queue/ends/end.ts';
import { limits } from '../../../settings/limits.ts';
import { MissingFile, type Storage } from '../../../storage/storage.ts';
import type { Signing } from '../../files/signing.ts';
import { formatTime } from '../../rows/format-time.ts';
import { presentFile } from '../jobs/present.ts';
import { readStored } from './copy-files.ts';
import { findReport, type GoldenRow, readHeldFiles, readResultFiles } from './rows.ts';

/** Parses a report of `file-compare`. It comes from a sandbox, so it may be anything. */
function parseReport(json: string): { files?: unknown } | null {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** Reads the files that differ, if the report is well formed and still kept. */
async function readDifferences(
  storage: Storage,
  report: OutputRow | undefined,
): Promise<ComparedFile[] | undefined> {
  if (!report || report.size > limits.golden.reportBytes) return undefined;
  const json = await text(readStored(storage, report.storage_key)).catch(error => {
    if (error instanceof MissingFile) return '';
    throw error;
  });
  const read = parseReport(json);
  if (!Array.isArray(read?.files)) return undefined;
  return read.files.filter(file => Value.Check(ComparedFile, file)).filter(({ different }) => different);
}

function explainCheck({ check_message, check_failure, check_status }: GoldenRow): string | undefined {
  if (check_failure) {
    const { step, reason, message } = check_failure;
    const told = message ?? (reason && tellFailure(reason).message);
    return told && (step === undefined ? told : `Step ${step + 1}: ${told}`);
  }
  return check_message ?? (check_status === 'different' ? 'The recipe made no files.' : undefined);
}

function presentCheck(row: GoldenRow): GoldenFile['check'] {
  if (!row.check_status || !row.check_started_at) return undefined;
  const message = explainCheck(row);
  return {
    status: row.check_status,
    recipeVersion: row.checked_version ?? 1,
    ...(row.check_engines && { engines: row.check_engines }),
    ...(message && { message }),
    startedAt: formatTime(row.check_started_at),
    ...(row.checked_at && { completedAt: formatTime(row.checked_at) }),
  };
}

/** Presents a golden file without its files, as lists have it. */
export function presentListedGoldenFile(row: GoldenRow): GoldenFile {
  const check = presentCheck(row);
  return {
    id: row.id,
    recipeId: row.recipe_id,
    name: row.name,
    compare: row.compare,
    ...(row.accepted_version !== null && { recipeVersion: row.accepted_version }),
    engines: row.accepted_engines,
    acceptedAt: formatTime(row.accepted_at),
    ...(check && { check }),
    createdAt: formatTime(row.created_at),
  };
}

/** Reads what the last check made and found, as far as it is still kept. */
async function readFindings(
  { db, storage }: { db: Database; storage: Storage },
  { run_id: runId, check_status: status }: GoldenRow,
): Promise<{ actual?: OutputRow[]; differences?: ComparedFile[] }> {
  if (runId === null || (status !== 'different' && status !== 'passed')) return {};
  const actual = await readResultFiles(db, runId);
  const differences =
    status === 'different' ? await readDifferences(storage, await findReport(db, runId)) : undefined;
  return { ...(actual.length > 0 && { actual }), ...(differences && { differences }) };
}

/** Presents a golden file with its files and with what the last check found. */
export async function presentGoldenFile(
  context: { db: Database; storage: Storage },
  row: GoldenRow,
  signing: Signing,
): Promise<GoldenFile> {
  const listed = presentListedGoldenFile(row);
  const { input, outputs } = await readHeldFiles(context.db, row.holder_id);
  const { actual, differences } = await readFindings(context, row);
  const present = (file: OutputRow) => presentFile(file, signing);
  return {
    ...listed,
    input: present(input),
    expected: outputs.map(present),
    ...(listed.check && {
      check: {
        ...listed.check,
        ...(differences && { differences }),
        ...(actual && { actual: actual.map(present) }),
      },
    }),
  };
}

/** Presents the outcome of a check for an event, which names it: the row may have been checked again or accepted since. */
export function presentGoldenEvent(row: GoldenRow, type: string) {
  const message = explainCheck(row);
  return {
    id: row.id,
    recipeId: row.recipe_id,
    name: row.name,
    status: type.slice(type.indexOf('.') + 1),
    ...(row.checked_version !== null && { recipeVersion: row.checked_version }),
    ...(message && { message }),
    fileCount: 0,
  };
}
