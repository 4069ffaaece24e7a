import pg from 'pg';
import type { Database } from '../../db/database.ts';
import { zip } from '../../lists.ts';
import { limits } from '../../settings/limits.ts';
import { type Claim, type ClaimRequest, countPlaces } from '../claim.ts';
import { makeProgressReporter, type Progress } from '../claims/heartbeat.ts';
import type { CompleteOutcome, Result } from '../ends/end.ts';
import {
  type Batch,
  type BatchOutcome,
  type End,
  type Start,
  type StartOutcome,
  type Submission,
  type SubmitOutcome,
  sendBatch,
  toClaimOfNew,
} from './batch.ts';
import { waitShortly } from './wait-shortly.ts';

/** A message that waits for its batch, and its sender. */
interface Waiting<Message, Outcome> {
  message: Message;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
  /** Whether its job runs speculatively. */
  isRunning: boolean;
}

/** The messages that wait, those whose jobs run speculatively first and otherwise in the order in which they came. */
interface Messages {
  ends: Waiting<End, CompleteOutcome>[];
  submissions: Waiting<Submission, SubmitOutcome>[];
  starts: Waiting<Start, StartOutcome>[];
}

const countMessages = ({ ends, submissions, starts }: Messages): number =>
  ends.length + submissions.length + starts.length;

const noMessages: Messages = { ends: [], submissions: [], starts: [] };

/** A job that a batch adds to the queue. */
export type AddedJob = Pick<Claim, 'id' | 'workspaceId'>;

/** A job that may run before its submission is committed. */
export interface Speculation {
  /** The claim that this process expects to receive. */
  claim: Claim;
  /** How many jobs of its workspace may run at once. */
  cap: number;
}

/** Claims jobs for this process: its worker. */
export interface Claimer {
  /**
   * Runs a job before its submission is committed, if it may, and resolves with the result, or with nothing if it failed.
   * Whether the result counts is known when the batch with the job is committed.
   */
  runSpeculatively(speculation: Speculation): Promise<Result | undefined> | undefined;
  /** Says how many jobs it could claim now, of those that the batch adds and of those that wait. */
  request(added: readonly AddedJob[]): ClaimRequest;
  /** Receives the jobs it has claimed, of those that the batch added and of those that waited. */
  receive(outcome: Pick<BatchOutcome, 'claims' | 'completed' | 'more'>, added: readonly AddedJob[]): void;
  /** Learns that a batch failed, so that nobody knows whether its jobs were added. */
  fail(error: unknown, added: readonly AddedJob[]): void;
}

/**
 * Sends the messages of this process to the queue in batches: while one batch is under way the next one gathers, and each is
 * one statement, one transaction and one sync. A sender is answered after its batch is committed.
 */
export class Batcher {
  readonly #db: Database;
  readonly #trace: (() => string | undefined) | undefined;
  readonly #messages: Messages = { ends: [], submissions: [], starts: [] };
  #claimer: Claimer | undefined;
  #isAskedForJobs = false;
  #isSending = false;
  /** Reports how far a job is. It does not go by batches, because nobody waits for it. */
  readonly reportProgress: (progress: Progress) => Promise<void>;
  #current: Promise<void> = Promise.resolve();

  /** `trace` returns the `traceparent` of the current work, where traces are collected. */
  constructor(db: Database, trace?: () => string | undefined) {
    this.#db = db;
    this.#trace = trace;
    this.reportProgress = makeProgressReporter(db);
  }

  #add<Message extends { trace?: string | undefined }, Outcome>(
    waiting: Waiting<Message, Outcome>[],
    message: Message,
    isRunning = false,
  ): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      // The batch is sent outside of the sender's context, so its trace goes with the message.
      if (this.#trace) message.trace = this.#trace() ?? '';
      // A batch may not have a free place for every job, so those that run already come first.
      const first = isRunning ? waiting.findIndex(each => !each.isRunning) : -1;
      waiting.splice(first === -1 ? waiting.length : first, 0, { message, resolve, reject, isRunning });
      this.#send();
    });
  }

  complete(end: End): Promise<CompleteOutcome> {
    return this.#add(this.#messages.ends, end);
  }

  /**
   * Adds a new job, of a workspace that may run `cap` jobs at once. If its speculative run is done in a moment, it is added as
   * a completed job: that takes one batch instead of two, and the caller waits for the end in either case.
   */
  async submit(submission: Submission, cap: number): Promise<SubmitOutcome> {
    // A job that asks for an earlier result probably need not run.
    const running = submission.job.reuse
      ? undefined
      : this.#claimer?.runSpeculatively({ claim: toClaimOfNew(submission), cap });
    const result = running && (await waitShortly(running, limits.wholeJobMs));
    return this.#add(this.#messages.submissions, { ...submission, result }, running !== undefined);
  }

  start(start: Start): Promise<StartOutcome> {
    return this.#add(this.#messages.starts, { ...start });
  }

  /** Makes every later batch ask `claimer` how many jobs it could claim. */
  serve(claimer: Claimer): void {
    this.#claimer = claimer;
  }

  /** Claims nothing more. Resolves when the batch under way has returned. */
  async dismiss(): Promise<void> {
    this.#claimer = undefined;
    await this.#current;
  }

  /** Asks the queue for jobs, in one batch with whatever else waits. */
  askForJobs(): void {
    this.#isAskedForJobs = true;
    this.#send();
  }

  #send(): void {
    if (this.#isSending) return;
    this.#isSending = true;
    // Other messages of this moment go along.
    setImmediate(() => void this.#sendAll());
  }

  async #sendAll(): Promise<void> {
    const { ends, submissions, starts } = this.#messages;
    while (this.#isAskedForJobs || countMessages(this.#messages) > 0) {
      this.#isAskedForJobs = false;
      const most = limits.batchMessages;
      const messages = {
        ends: ends.splice(0, most),
        submissions: submissions.splice(0, most),
        starts: starts.splice(0, most),
      };
      this.#current = this.#sendMessages(messages, this.#claimer);
      await this.#current;
    }
    this.#isSending = false;
  }

  async #sendMessages(messages: Messages, claimer: Claimer | undefined): Promise<void> {
    const { ends, submissions, starts } = messages;
    const added = [
      ...submissions.map(({ message }) => ({ id: message.job.id, workspaceId: message.workspace_id })),
      ...starts.map(({ message }) => ({ id: message.id, workspaceId: message.workspace_id })),
    ];
    const claim = claimer?.request(added);
    if (countMessages(messages) === 0 && (!claim || countPlaces(claim) === 0)) return;
    const batch: Batch = {
      ends: ends.map(({ message }) => message),
      // A speculative result counts only while its claimer is there to learn that it does.
      submissions: submissions.map(({ message }) => (claimer ? message : { ...message, result: undefined })),
      starts: starts.map(({ message }) => message),
      claim,
    };
    const hasResults = batch.submissions.some(({ result }) => result);
    try {
      const outcome = await sendBatch(this.#db, batch);
      claimer?.receive(outcome, added);
      for (const [{ resolve }, answer] of zip(starts, outcome.started)) resolve(answer);
      for (const [{ resolve }, answer] of zip(ends, outcome.ended)) resolve(answer);
      for (const [{ resolve }, answer] of zip(submissions, outcome.submitted)) resolve(answer);
    } catch (error) {
      claimer?.fail(error, added);
      // The server has rolled everything back, unless it ended the connection. One message, or one speculative result, must
      // not fail the others.
      const isRolledBack = error instanceof pg.DatabaseError && error.severity !== 'FATAL';
      if ((countMessages(messages) > 1 || hasResults) && isRolledBack) {
        for (const end of ends) await this.#sendMessages({ ...noMessages, ends: [end] }, undefined);
        for (const submission of submissions)
          await this.#sendMessages({ ...noMessages, submissions: [submission] }, undefined);
        for (const start of starts) await this.#sendMessages({ ...noMessages, starts: [start] }, undefined);
      } else for (const { reject } of [...ends, ...submissions, ...starts]) reject(error);
    }
  }
}
