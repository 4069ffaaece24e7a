import pg from 'pg';
import type { Database } from '../db/database.ts';
import { zip } from '../lists.ts';
import { limits } from '../settings/limits.ts';
import type { Claim, ClaimRequest } from './claim.ts';
import type { CompleteOutcome } from './ends/end.ts';
import { makeProgressNotes, type Progress } from './heartbeat.ts';
import {
  claimOfNew,
  type End,
  type Start,
  type Started,
  type Submission,
  type SubmitOutcome,
  type Turn,
  takeTurn,
} from './turn.ts';

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
  /** Begins with a job that is about to be made, if it may. What becomes of it is told with the turn that brings it. */
  beginEarly(claim: Claim): boolean;
  /** What it could take on now, of what the turn brings and of what waits. */
  request(brought: readonly Brought[]): ClaimRequest;
  /** What it has got, of what the turn brought and of what waited, and whether there is more. */
  take(claims: Claim[], more: boolean, brought: readonly Brought[]): void;
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

  /** Others say the words: what is theirs goes along. */
  #traced<Word extends { trace?: string | undefined }>(word: Word): Word {
    return this.#trace ? { ...word, trace: this.#trace() ?? '' } : word;
  }

  #say<Word extends { trace?: string | undefined }, Outcome>(
    words: Said<Word, Outcome>[],
    word: Word,
    isBegun = false,
  ): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const said = { word: this.#traced(word), resolve, reject, isBegun };
      // Those that are begun come first, since there may not be a place for all of a turn.
      const first = isBegun ? words.findIndex(each => !each.isBegun) : -1;
      words.splice(first === -1 ? words.length : first, 0, said);
      this.#go();
    });
  }

  complete(end: End): Promise<CompleteOutcome> {
    return this.#say(this.#words.ends, end);
  }

  submit(submission: Submission): Promise<SubmitOutcome> {
    const isBegun = this.#taker?.beginEarly(claimOfNew(submission));
    return this.#say(this.#words.submissions, submission, isBegun);
  }

  /** `likely`: the claim that is to be expected, where all of it is known. */
  start(start: Start, likely?: Claim): Promise<Started> {
    const isBegun = likely && this.#taker?.beginEarly(likely);
    return this.#say(this.#words.starts, start, isBegun);
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
    if (count(words) === 0 && (!claim || claim.most + (claim.models?.most ?? 0) === 0)) return;
    const turn: Turn = {
      ends: ends.map(({ word }) => word),
      submissions: submissions.map(({ word }) => word),
      starts: starts.map(({ word }) => word),
      claim,
    };
    try {
      const { ended, submitted, started, claims, more } = await takeTurn(this.#db, turn);
      taker?.take(claims, more, brought);
      for (const [{ resolve }, answer] of zip(ends, ended)) resolve(answer);
      for (const [{ resolve }, answer] of zip(submissions, submitted)) resolve(answer);
      for (const [{ resolve }, answer] of zip(starts, started)) resolve(answer);
    } catch (error) {
      taker?.failed(error, brought);
      // The server has undone it all: one of them must not keep the others from being heard.
      if (count(words) > 1 && error instanceof pg.DatabaseError) {
        for (const end of ends) await this.#turn({ ...nothing, ends: [end] }, undefined);
        for (const submission of submissions)
          await this.#turn({ ...nothing, submissions: [submission] }, undefined);
        for (const start of starts) await this.#turn({ ...nothing, starts: [start] }, undefined);
      } else for (const { reject } of [...ends, ...submissions, ...starts]) reject(error);
    }
  }
}
