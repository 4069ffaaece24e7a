import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { JobFailure } from '../../contract/failure.ts';
import type { OfficeRequest } from './request.ts';

const script = fileURLToPath(new URL('office.py', import.meta.url));
/** LibreOffice grows with every document: a fresh one after so many. */
const documentsPerOffice = 100;

interface Answer {
  id?: number;
  ready?: true;
  ok?: boolean;
  reason?: string;
  detail?: string;
}

/** One LibreOffice and the program that drives it, kept from one document to the next. */
class Office {
  readonly #child: ChildProcess;
  readonly #home: string;
  readonly #waiting: ((answer: Answer) => void)[] = [];
  #documents = 0;
  #gone = false;

  private constructor(child: ChildProcess, home: string) {
    this.#child = child;
    this.#home = home;
    createInterface({ input: child.stdout! }).on('line', line =>
      this.#waiting.shift()?.(JSON.parse(line) as Answer),
    );
    let stderr = '';
    child.stderr!.on('data', (chunk: Buffer) => {
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

  /** While nobody waits for it, it does not keep the process alive. */
  #hold(on: boolean): void {
    for (const handle of [this.#child, this.#child.stdin, this.#child.stdout, this.#child.stderr] as {
      ref?(): void;
      unref?(): void;
    }[]) {
      if (on) handle.ref?.();
      else handle.unref?.();
    }
  }

  #answer(): Promise<Answer> {
    if (this.#gone) return Promise.resolve({ ok: false, reason: 'crashed', detail: 'office is gone' });
    return new Promise(resolve => this.#waiting.push(resolve));
  }

  readonly #kill = (): void => {
    try {
      // The driver and LibreOffice are one group.
      process.kill(-this.#child.pid!, 'SIGKILL');
    } catch {}
  };

  get isFit(): boolean {
    return !this.#gone && this.#documents < documentsPerOffice;
  }

  async convert(request: OfficeRequest): Promise<Answer> {
    this.#hold(true);
    const answer = this.#answer();
    this.#child.stdin!.write(`${JSON.stringify({ id: ++this.#documents, ...request })}\n`);
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

let current: Office | undefined;
let last: Promise<unknown> = Promise.resolve();

/** One that came down may have been worn by earlier documents: a fresh one gets to try before the document is blamed. */
const tries = 2;

async function convertWithin(request: OfficeRequest, dir: string): Promise<void> {
  let failure = '';
  for (let attempt = 0; attempt < tries; attempt++) {
    if (!current?.isFit) {
      current?.stop();
      current = await Office.start(dir);
    }
    const { ok, reason, detail } = await current.convert(request);
    if (ok) return;
    if (reason !== 'crashed') throw new JobFailure(reason as 'unreadable_input', detail ?? '');
    failure = detail ?? '';
    current.stop();
    current = undefined;
  }
  throw new JobFailure('unreadable_input', `LibreOffice came down on it, and a fresh one too: ${failure}`);
}

/** One document after another through the office of this host. */
export function throughOffice(request: OfficeRequest, dir: string): Promise<void> {
  const work = last.then(() => convertWithin(request, dir));
  last = work.catch(() => {});
  return work;
}
