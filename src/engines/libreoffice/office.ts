import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { JobFailure } from '../../contract/failure.ts';
import type { FailureId } from '../../contract/failure-catalogue.ts';
import type { WarningId } from '../../contract/warnings.ts';
import type { OfficeRequest, PicturesRequest } from './request.ts';

type Request = OfficeRequest | PicturesRequest;

const script = fileURLToPath(new URL('driver/office.py', import.meta.url));

interface OfficeReply {
  id?: number;
  ready?: true;
  ok?: boolean;
  leftOut?: WarningId[];
  reason?: string;
  detail?: string;
}

/** One LibreOffice and the program that drives it, kept from one document to the next. */
class Office {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #home: string;
  readonly #waiting: ((answer: OfficeReply) => void)[] = [];
  #documents = 0;
  #gone = false;

  private constructor(child: ChildProcessWithoutNullStreams, home: string) {
    this.#child = child;
    this.#home = home;
    createInterface({ input: child.stdout }).on('line', line =>
      this.#waiting.shift()?.(JSON.parse(line) as OfficeReply),
    );
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk).slice(-4000);
    });
    child.on('close', code => {
      this.#gone = true;
      for (const answer of this.#waiting.splice(0))
        answer({ ok: false, reason: 'crashed', detail: `office ended with ${code}\n${stderr}` });
      void rm(home, { recursive: true, force: true });
    });
    child.on('error', () => {
      this.#gone = true;
    });
    process.once('exit', this.#kill);
  }

  static async start(fallbackDir: string): Promise<Office> {
    // The host's own /tmp outlives this document; what the environment calls temporary is the document's folder.
    const home = await mkdtemp('/tmp/office-').catch(() => mkdtemp(join(fallbackDir, 'office-')));
    const child = spawn('/usr/bin/python3', ['-I', script, home], {
      cwd: home,
      env: { PATH: '/usr/bin:/bin', HOME: home, TMPDIR: home, LC_ALL: 'C.UTF-8' },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    const office = new Office(child, home);
    office.#hold(true);
    const { ready, detail } = await office.#answer();
    if (!ready) throw new JobFailure('engine_error', detail ?? 'office did not start');
    office.#hold(false);
    return office;
  }

  /** Keeps the process alive only while somebody waits for LibreOffice. */
  #hold(on: boolean): void {
    for (const handle of [this.#child, this.#child.stdin, this.#child.stdout, this.#child.stderr] as {
      ref?(): void;
      unref?(): void;
    }[]) {
      if (on) handle.ref?.();
      else handle.unref?.();
    }
  }

  #answer(): Promise<OfficeReply> {
    if (this.#gone) return Promise.resolve({ ok: false, reason: 'crashed', detail: 'office is gone' });
    return new Promise(resolve => this.#waiting.push(resolve));
  }

  readonly #kill = (): void => {
    try {
      // The driver and LibreOffice are one group.
      process.kill(-this.#child.pid!, 'SIGKILL');
    } catch {}
  };

  get isGone(): boolean {
    return this.#gone;
  }

  get documents(): number {
    return this.#documents;
  }

  async convert(request: Request): Promise<OfficeReply> {
    this.#hold(true);
    const answer = this.#answer();
    this.#child.stdin.write(`${JSON.stringify({ id: ++this.#documents, ...request })}\n`);
    const said = await answer;
    this.#hold(false);
    return said;
  }

  stop(): void {
    process.removeListener('exit', this.#kill);
    this.#kill();
    void rm(this.#home, { recursive: true, force: true });
  }
}

/**
 * A LibreOffice that crashed may have been worn out by earlier documents: a fresh one tries again before the document
 * is blamed.
 */
const tries = 2;

/** Runs one LibreOffice after another, and one document after another through each. */
export class Offices {
  readonly #most: number;
  readonly #ahead: number;
  #current: Office | undefined;
  #next: Promise<Office | undefined> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * LibreOffice grows with every document, so it is replaced after `most` documents. The fresh one is started `ahead`
   * documents before that, so nobody waits for it.
   */
  constructor(most: number, ahead: number) {
    this.#most = most;
    this.#ahead = ahead;
  }

  async #fit(dir: string): Promise<Office> {
    if (this.#current && !this.#current.isGone && this.#current.documents < this.#most) return this.#current;
    this.#current?.stop();
    const next = await this.#next;
    this.#next = undefined;
    this.#current = next ?? (await Office.start(dir));
    return this.#current;
  }

  async #convert(request: Request, dir: string): Promise<WarningId[]> {
    let failure = '';
    for (let attempt = 0; attempt < tries; attempt++) {
      const office = await this.#fit(dir);
      const { ok, leftOut = [], reason, detail } = await office.convert(request);
      if (office.documents >= this.#most - this.#ahead)
        this.#next ??= Office.start(dir).catch(() => undefined);
      if (ok) return leftOut;
      if (reason !== 'crashed') throw new JobFailure(reason as FailureId, detail ?? '');
      failure = detail ?? '';
      office.stop();
      this.#current = undefined;
    }
    throw new JobFailure('unreadable_input', `LibreOffice came down on it, and a fresh one too: ${failure}`);
  }

  get isWarm(): boolean {
    return this.#current !== undefined;
  }

  stop(): void {
    this.#current?.stop();
    this.#current = undefined;
  }

  /** Carries out a request after those before it. Returns the warnings about content that is left out. */
  convert(request: Request, dir: string): Promise<WarningId[]> {
    const work = this.#last.then(() => this.#convert(request, dir));
    this.#last = work.catch(() => {});
    return work;
  }
}

const create = () => new Offices(100, 15);
const offices = create();

/** Converts a document with the LibreOffice of this host, one after another. */
export const runOffice = (request: OfficeRequest, dir: string): Promise<WarningId[]> =>
  offices.convert(request, dir);

/** Helps another engine with the LibreOffice of this host, or with one started for this request where this host has none. */
export async function helpWithOffice(request: Request, dir: string): Promise<void> {
  if (offices.isWarm) {
    await offices.convert(request, dir);
    return;
  }
  const own = create();
  try {
    await own.convert(request, dir);
  } finally {
    own.stop();
  }
}
