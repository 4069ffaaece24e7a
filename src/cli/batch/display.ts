import { isAbsolute, relative } from 'node:path';
import type { MultiBar, SingleBar } from 'cli-progress';
import type { FileReport } from './report.ts';

/** Shows how a batch gets on. */
export interface Display {
  begin(name: string): FileDisplay;
  /** Says a line without disturbing what is shown. */
  say(line: string): void;
  close(): void;
}

export interface FileDisplay {
  progress(percent: number, doing: string): void;
  end(report: FileReport): void;
}

/** As whoever is in this folder would type it. */
function shownPath(path: string): string {
  const way = relative(process.cwd(), path);
  return isAbsolute(path) && !way.startsWith('..') ? way : path;
}

/** `a.docx → a.pdf`, or why not. */
export function lineOf({ input, status, outputs = [], error }: FileReport): string {
  if (status === 'completed') return `${input} → ${outputs.map(({ path }) => shownPath(path)).join(', ')}`;
  return status === 'canceled' ? `${input}: canceled` : `${input}: ${error?.message ?? 'failed'}`;
}

/** One line a file, as each ends: for logs and other programs. */
class Lines implements Display {
  begin(): FileDisplay {
    return { progress: () => {}, end: report => this.#tell(report) };
  }

  #tell(report: FileReport): void {
    const stream = report.status === 'completed' ? process.stdout : process.stderr;
    stream.write(`${lineOf(report)}\n`);
  }

  say(line: string): void {
    process.stderr.write(`${line}\n`);
  }

  close(): void {}
}

const nothing: Display = { begin: () => ({ progress() {}, end() {} }), say() {}, close() {} };

const nameWidth = 32;
const shorten = (name: string): string =>
  (name.length > nameWidth ? `…${name.slice(1 - nameWidth)}` : name).padEnd(nameWidth);

/** A bar for each file at work, and below them one for all, on a terminal. */
class Bars implements Display {
  readonly #bars: MultiBar;
  readonly #all: SingleBar | undefined;

  constructor(bars: MultiBar, count: number) {
    this.#bars = bars;
    this.#all = count > 1 ? bars.create(count, 0, { name: shorten('all files'), doing: '' }) : undefined;
    this.#tellCount(0, count);
  }

  #done = 0;
  #tellCount(done: number, count: number): void {
    this.#all?.update(done, { doing: `${done} of ${count}` });
  }

  begin(name: string): FileDisplay {
    const bar = this.#bars.create(100, 0, { name: shorten(name), doing: '' });
    return {
      progress: (percent, doing) => bar.update(Math.floor(percent), { doing }),
      end: report => {
        this.#bars.remove(bar);
        this.say(lineOf(report));
        if (this.#all) this.#tellCount(++this.#done, this.#all.getTotal());
      },
    };
  }

  say(line: string): void {
    this.#bars.log(`${line}\n`);
  }

  close(): void {
    // Lines are written with the bars: the last ones wait for this.
    this.#bars.update();
    this.#bars.stop();
  }
}

/** Bars on a terminal, lines elsewhere, nothing where JSON or the result itself goes to standard output. */
export async function openDisplay(count: number, mode: { silent: boolean }): Promise<Display> {
  if (mode.silent && !process.stderr.isTTY) return nothing;
  if (!process.stderr.isTTY) return new Lines();
  const { default: progress } = await import('cli-progress');
  const bars = new progress.MultiBar(
    {
      format: ' {name} {bar} {percentage} %  {doing}',
      barsize: 24,
      hideCursor: true,
      clearOnComplete: true,
      autopadding: true,
      fps: 10,
    },
    progress.Presets.shades_classic,
  );
  return new Bars(bars, count);
}
