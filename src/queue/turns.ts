import pg from 'pg';
import type { Database } from '../db/database.ts';
import { limits } from '../limits.ts';
import type { Claim, ClaimRequest } from './claim.ts';
import type { CompleteOutcome } from './ends/end.ts';
import { type End, type Submission, type SubmitOutcome, type Turn, takeTurn } from './turn.ts';

interface Said<Word, Outcome> {
  word: Word;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/** What takes jobs on in this process. */
export interface Taker {
  /** What it could take on now; `isFilled`: the turn brings new jobs. */
  request(isFilled: boolean): ClaimRequest;
  /** What it has got, and whether there is more. */
  take(claims: Claim[], more: boolean): void;
  failed(error: unknown): void;
}

/**
 * What this process has to say to the queue goes in turns: while one is on its way the next gathers, and all of it is one
 * statement, one transaction and one sync. Whoever has said a word hears of it when that is on the disk.
 */
export class Turns {
  readonly #db: Database;
  readonly #trace: (() => string | undefined) | undefined;
  #ends: Said<End, CompleteOutcome>[] = [];
  #submissions: Said<Submission, SubmitOutcome>[] = [];
  #taker: Taker | undefined;
  #asks = false;
  #going = false;
  #current: Promise<void> = Promise.resolve();

  /** `trace`: the `traceparent` of what is under way, where traces are collected. */
  constructor(db: Database, trace?: () => string | undefined) {
    this.#db = db;
    this.#trace = trace;
  }

  /** Others say the words: what is theirs goes along. */
  #traced<Word extends { trace?: string | undefined }>(word: Word): Word {
    return this.#trace ? { ...word, trace: this.#trace() ?? '' } : word;
  }

  complete(end: End): Promise<CompleteOutcome> {
    return new Promise((resolve, reject) => {
      this.#ends.push({ word: this.#traced(end), resolve, reject });
      this.#go();
    });
  }

  submit(submission: Submission): Promise<SubmitOutcome> {
    return new Promise((resolve, reject) => {
      this.#submissions.push({ word: this.#traced(submission), resolve, reject });
      this.#go();
    });
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
    while (this.#asks || this.#ends.length + this.#submissions.length > 0) {
      this.#asks = false;
      this.#current = this.#turn(
        this.#ends.splice(0, limits.turnWords),
        this.#submissions.splice(0, limits.turnWords),
        this.#taker,
      );
      await this.#current;
    }
    this.#going = false;
  }

  async #turn(
    ends: Said<End, CompleteOutcome>[],
    submissions: Said<Submission, SubmitOutcome>[],
    taker: Taker | undefined,
  ): Promise<void> {
    const words = ends.length + submissions.length;
    const claim = taker?.request(submissions.length > 0);
    if (words === 0 && (!claim || claim.most + (claim.models?.most ?? 0) === 0)) return;
    const turn: Turn = {
      ends: ends.map(({ word }) => word),
      submissions: submissions.map(({ word }) => word),
      claim,
    };
    try {
      const { ended, submitted, claims, more } = await takeTurn(this.#db, turn);
      taker?.take(claims, more);
      for (const [i, { resolve }] of ends.entries()) resolve(ended[i]!);
      for (const [i, { resolve }] of submissions.entries()) resolve(submitted[i]!);
    } catch (error) {
      taker?.failed(error);
      // The server has undone it all: one of them must not keep the others from being heard.
      if (words > 1 && error instanceof pg.DatabaseError) {
        for (const end of ends) await this.#turn([end], [], undefined);
        for (const submission of submissions) await this.#turn([], [submission], undefined);
      } else for (const { reject } of [...ends, ...submissions]) reject(error);
    }
  }
}
