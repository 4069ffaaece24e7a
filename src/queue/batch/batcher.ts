import pg from 'pg';
import type { Database } from '../../db/database.ts';
import { zip } from '../../lists.ts';
import { limits } from '../../settings/limits.ts';
import { type Claim, type ClaimRequest, countPlaces } from '../claim.ts';
import { makeProgressNotes, type Progress } from '../claims/heartbeat.ts';
import type { CompleteOutcome, Result } from '../ends/end.ts';
import {
  claimOfNew,
  type Early,
  type End,
  type Start,
  type Started,
  type Submission,
  type SubmitOutcome,
  type Turn,
  type Turned,
  takeTurn,
} from './batch.ts';
import { waitShortly } from './wait-shortly.ts';

interface Said<Word, Outcome> {
  word: Word;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
  /** Its job has a head start. */
  isBegun: boolean;
}

/** What is to be said: of jobs that have a head start first, and else in the order it came. */
interface Words {
  ends: Said<End, CompleteOutcome>[];
  submissions: Said<Submission, SubmitOutcome>[];
  starts: Said<Start, Started>[];
}

const count = ({ ends, submissions, starts }: Words): number =>
  ends.length + submissions.length + starts.length;

const nothing: Words = { ends: [], submissions: [], starts: [] };

/** A job that a turn brings into the queue. */
export type Brought = Pick<Claim, 'id' | 'workspaceId'>;

/** What takes jobs on in this process. */
export interface Taker {
  /**
   * Begins with a job that is about to be made, if it may, and resolves with what came of it; with nothing where that is a
   * failure. Whether it counts is told with the turn that brings the job.
   */
  beginEarly(early: Early): Promise<Result | undefined> | undefined;
  /** What it could take on now, of what the turn brings and of what waits. */
  request(brought: readonly Brought[]): ClaimRequest;
  /** What it has got, of what the turn brought and of what waited. */
  take(turned: Pick<Turned, 'claims' | 'completed' | 'more'>, brought: readonly Brought[]): void;
  failed(error: unknown, brought: readonly Brought[]): void;
}

/**
 * What this process has to say to the queue goes in turns: while one is on its way the next gathers, and all of it is one
 * statement, one transaction and one sync. Whoever has said a word hears of it when that is on the disk.
 */
export class Turns {
  readonly #db: Database;
  readonly #trace: (() => string | undefined) | undefined;
  readonly #words: Words = { ends: [], submissions: [], starts: [] };
  #taker: Taker | undefined;
  #asks = false;
  #going = false;
  /** Tells how far a job is. Not in turns: nobody waits for it. */
  readonly tellProgress: (progress: Progress) => Promise<void>;
  #current: Promise<void> = Promise.resolve();

  /** `trace`: the `traceparent` of what is under way, where traces are collected. */
  constructor(db: Database, trace?: () => string | undefined) {
    this.#db = db;
    this.#trace = trace;
    this.tellProgress = makeProgressNotes(db);
  }

  #say<Word extends { trace?: string | undefined }, Outcome>(
    words: Said<Word, Outcome>[],
    word: Word,
    isBegun = false,
  ): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      // Others send the words: what they are part of goes along.
      if (this.#trace) word.trace = this.#trace() ?? '';
      const said = { word, resolve, reject, isBegun };
      // Those that are begun come first, since there may not be a place for all of a turn.
      const first = isBegun ? words.findIndex(each => !each.isBegun) : -1;
      words.splice(first === -1 ? words.length : first, 0, said);
      this.#go();
    });
  }

  complete(end: End): Promise<CompleteOutcome> {
    return this.#say(this.#words.ends, end);
  }

  /**
   * Brings a new job, of a workspace that may have `cap` at work at once. One that is done in a moment is brought as one that is
   * done: that takes one turn instead of two, and whoever submits a job waits for its end.
   */
  async submit(submission: Submission, cap: number): Promise<SubmitOutcome> {
    const making = this.#taker?.beginEarly({ claim: claimOfNew(submission), cap });
    const result = making && (await waitShortly(making, limits.wholeJobMs));
    return this.#say(this.#words.submissions, { ...submission, result }, making !== undefined);
  }

  start(start: Start): Promise<Started> {
    return this.#say(this.#words.starts, { ...start });
  }

  /** From now on `taker` is asked with every turn what it could take on. */
  serve(taker: Taker): void {
    this.#taker = taker;
  }

  /** Nobody takes anything on from now on; resolves when what was asked for before has come. */
  async dismiss(): Promise<void> {
    this.#taker = undefined;
    await this.#current;
  }

  /** Asks for jobs, with whatever else there is to say. */
  ask(): void {
    this.#asks = true;
    this.#go();
  }

  #go(): void {
    if (this.#going) return;
    this.#going = true;
    // What else happens at this moment goes along.
    setImmediate(() => void this.#goOn());
  }

  async #goOn(): Promise<void> {
    const { ends, submissions, starts } = this.#words;
    while (this.#asks || count(this.#words) > 0) {
      this.#asks = false;
      const most = limits.turnWords;
      const words = {
        ends: ends.splice(0, most),
        submissions: submissions.splice(0, most),
        starts: starts.splice(0, most),
      };
      this.#current = this.#turn(words, this.#taker);
      await this.#current;
    }
    this.#going = false;
  }

  async #turn(words: Words, taker: Taker | undefined): Promise<void> {
    const { ends, submissions, starts } = words;
    const brought = [
      ...submissions.map(({ word }) => ({ id: word.job.id, workspaceId: word.workspace_id })),
      ...starts.map(({ word }) => ({ id: word.id, workspaceId: word.workspace_id })),
    ];
    const claim = taker?.request(brought);
    if (count(words) === 0 && (!claim || countPlaces(claim) === 0)) return;
    const turn: Turn = {
      ends: ends.map(({ word }) => word),
      // The result of a head start counts only while its taker is there to be told that it does.
      submissions: submissions.map(({ word }) => (taker ? word : { ...word, result: undefined })),
      starts: starts.map(({ word }) => word),
      claim,
    };
    const hasResults = turn.submissions.some(({ result }) => result);
    try {
      const turned = await takeTurn(this.#db, turn);
      const { ended, submitted, started } = turned;
      taker?.take(turned, brought);
      for (const [{ resolve }, answer] of zip(starts, started)) resolve(answer);
      for (const [{ resolve }, answer] of zip(ends, ended)) resolve(answer);
      for (const [{ resolve }, answer] of zip(submissions, submitted)) resolve(answer);
    } catch (error) {
      taker?.failed(error, brought);
      // The server has undone it all: one of them, or what came of its job, must not keep the others from being heard.
      if ((count(words) > 1 || hasResults) && error instanceof pg.DatabaseError) {
        for (const end of ends) await this.#turn({ ...nothing, ends: [end] }, undefined);
        for (const submission of submissions)
          await this.#turn({ ...nothing, submissions: [submission] }, undefined);
        for (const start of starts) await this.#turn({ ...nothing, starts: [start] }, undefined);
      } else for (const { reject } of [...ends, ...submissions, ...starts]) reject(error);
    }
  }
}
