import { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import type { Database } from '../../db/database.ts';
import type { Listener } from '../../db/listener.ts';
import { findConnection, readConfig } from '../../domain/files/connections/connections.ts';
import type { OutputDownload } from '../../domain/files/downloads/outputs.ts';
import type { Secrets } from '../../domain/rows/secrets.ts';
import {
  type ClaimedOutput,
  claimOutputs,
  endOutput,
  openDelivery,
  recordDelivered,
  releaseOutput,
  renewOutput,
} from '../../domain/work/outputs/claim.ts';
import { fillKeys } from '../../domain/work/outputs/key-templates.ts';
import { zip } from '../../lists.ts';
import { limits } from '../../settings/limits.ts';
import type { Storage } from '../../storage/storage.ts';
import { startClaimLoop } from '../claim-loop.ts';
import type { ConnectionClient, OutgoingFile } from '../connections/client.ts';
import { explainProblem } from '../connections/explain.ts';
import { openConnection } from '../connections/open.ts';
import { openNetwork } from '../deliveries/agent.ts';
import { computeNextWait } from '../deliveries/schedule.ts';

export interface SenderSettings {
  db: Database;
  storage: Storage;
  secrets: Secrets;
  listener: Pick<Listener, 'on'>;
  allowHosts: readonly string[];
  /** The folders of the machine that connections may have. */
  folders: readonly string[];
  log: FastifyBaseLogger;
}

export interface Sender {
  /** Stops writing. Another process continues with the files that are left. */
  stop(): Promise<void>;
}

/** Seconds to wait after each failed attempt, a day together; after the last one the delivery fails. */
const retrySeconds = [2, 15, 60, 300, 900, 1800, 3600, 7200, 10_800, 14_400, 21_600, 25_200];

/** The error if no later attempt can succeed. The message is shown on the job. */
class FinalProblem extends Error {}

const describeFile = (file: OutputDownload): OutgoingFile => ({
  size: file.size,
  contentType: file.contentType,
  async read() {
    const content = file.size === 0 ? Buffer.alloc(0) : await file.read({ start: 0, end: file.size - 1 });
    return Buffer.isBuffer(content) ? Readable.from(content.length > 0 ? [content] : []) : content;
  },
});

/** Writes the results of jobs and runs to the connections that their `output` names. Any number of processes may run it. */
export function startSender(settings: SenderSettings): Sender {
  const { db, storage, log } = settings;
  const network = openNetwork({ allowHosts: settings.allowHosts, connectMs: limits.connectSeconds * 1000 });

  /** Opens the connection, which must still belong to the workspace of the job. */
  async function openDestination(output: ClaimedOutput, signal: AbortSignal): Promise<ConnectionClient> {
    const row = await findConnection(db, output.workspaceId, output.connectionId).catch(error => {
      if (!(error instanceof ApiError)) throw error;
      throw new FinalProblem('The connection was deleted.');
    });
    return openConnection(readConfig(settings.secrets, row), network, settings.folders, signal);
  }

  async function writeAll(output: ClaimedOutput, signal: AbortSignal): Promise<void> {
    const { files, written } = await openDelivery(db, storage, output);
    if (files.length === 0) throw new FinalProblem('The files were deleted before they could be written.');
    const about = { id: output.jobId ?? output.runId ?? output.subjectId, at: output.createdAt };
    const named = files.map(({ filename }, index) => ({ filename, index }));
    const client = await openDestination(output, signal);
    try {
      for (const [index, [file, key]] of zip(files, fillKeys(output.key, named, about)).entries()) {
        if (written.has(index)) continue;
        await client.write(key, describeFile(file), signal);
        await recordDelivered(db, output, index, key);
      }
    } finally {
      await client.close().catch(() => {});
    }
  }

  async function handleProblem(output: ClaimedOutput, error: unknown): Promise<void> {
    const { subjectId, failures } = output;
    const isFinal = error instanceof FinalProblem;
    const problem = isFinal ? error.message : explainProblem(error);
    const wait = isFinal ? undefined : computeNextWait(failures + 1, undefined, retrySeconds, Math.random);
    log.info({ err: error, subjectId, wait }, 'a result could not be written to its connection');
    if (wait === undefined) return endOutput(db, output, problem);
    await releaseOutput(db, output, wait, problem);
    loop.wakeIn(wait);
  }

  async function deliver(output: ClaimedOutput, shutdown: AbortSignal): Promise<void> {
    const lost = new AbortController();
    const timeout = AbortSignal.timeout(limits.outputSeconds * 1000);
    const renewal = setInterval(() => {
      renewOutput(db, output, limits.outputLeaseSeconds).then(
        held => {
          if (!held) lost.abort();
        },
        () => {},
      );
    }, limits.outputLeaseSeconds * 250);
    try {
      await writeAll(output, AbortSignal.any([shutdown, lost.signal, timeout]));
      await endOutput(db, output);
    } catch (error) {
      if (shutdown.aborted) await releaseOutput(db, output, 0);
      else if (!lost.signal.aborted) await handleProblem(output, error);
    } finally {
      clearInterval(renewal);
    }
  }

  const loop = startClaimLoop({
    name: 'outputs',
    channel: 'output_due',
    atOnce: limits.outputsAtOnce,
    pollSeconds: limits.outputPollSeconds,
    listener: settings.listener,
    log,
    claim: most =>
      claimOutputs(db, {
        most,
        perWorkspace: limits.outputsPerWorkspace,
        leaseSeconds: limits.outputLeaseSeconds,
      }),
    handle: deliver,
  });
  return {
    async stop() {
      await loop.stop();
      await network.close();
    },
  };
}
