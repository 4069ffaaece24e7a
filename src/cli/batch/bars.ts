import type { WriteStream } from 'node:tty';
import type { Display, FileDisplay } from './display.ts';
import { formatReport } from './report.ts';

interface Bar {
  name: string;
  /** 0 to 1. */
  part: number;
  doing: string;
}

const nameWidth = 32;
const barWidth = 24;
/** The shortest time between two redraws, so that frequent progress costs little. */
const drawMs = 100;

const shorten = (name: string): string =>
  (name.length > nameWidth ? `…${name.slice(1 - nameWidth)}` : name).padEnd(nameWidth);

function formatBar({ name, part, doing }: Bar): string {
  const full = Math.round(part * barWidth);
  const percent = `${Math.floor(part * 100)}`.padStart(3);
  return ` ${shorten(name)} ${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${percent} %  ${doing}`;
}

/** Draws a progress bar for each running file and one for all. Finished files stay above as lines. */
export class Bars implements Display {
  readonly #terminal: WriteStream;
  /** Receives the lines of finished files. */
  readonly #results: NodeJS.WritableStream;
  readonly #files = new Set<Bar>();
  readonly #count: number;
  #done = 0;
  #drawn = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(terminal: WriteStream, results: NodeJS.WritableStream, count: number) {
    this.#terminal = terminal;
    this.#results = results;
    this.#count = count;
    terminal.write('\x1b[?25l');
    process.on('exit', this.#showCursor);
  }

  readonly #showCursor = () => void this.#terminal.write('\x1b[?25h');

  #erase(): void {
    if (this.#drawn > 0) this.#terminal.write(`\x1b[${this.#drawn}A\x1b[J`);
    this.#drawn = 0;
  }

  #draw(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#erase();
    const all = {
      name: 'all files',
      part: this.#done / this.#count,
      doing: `${this.#done} of ${this.#count}`,
    };
    const bars = [...(this.#count > 1 ? [all] : []), ...this.#files];
    // Lines wider than the terminal, or more lines than it has, could not be erased. Some terminals report no
    // size.
    const { rows, columns } = this.#terminal;
    const shown = bars.slice(0, (rows || 24) - 1);
    for (const bar of shown)
      this.#terminal.write(`${[...formatBar(bar)].slice(0, (columns || 80) - 1).join('')}\n`);
    this.#drawn = shown.length;
  }

  #drawSoon(): void {
    this.#timer ??= setTimeout(() => this.#draw(), drawMs).unref();
  }

  begin(name: string): FileDisplay {
    const bar = { name, part: 0, doing: '' };
    this.#files.add(bar);
    this.#draw();
    return {
      progress: (percent, doing) => {
        Object.assign(bar, { part: Math.min(1, percent / 100), doing });
        this.#drawSoon();
      },
      end: report => {
        this.#files.delete(bar);
        this.#done += 1;
        this.#write(formatReport(report), report.status === 'completed' ? this.#results : this.#terminal);
      },
    };
  }

  #write(line: string, to: NodeJS.WritableStream): void {
    this.#erase();
    to.write(`${line}\n`);
    if (this.#files.size > 0) this.#draw();
  }

  say(line: string): void {
    this.#write(line, this.#terminal);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#erase();
    this.#showCursor();
    process.off('exit', this.#showCursor);
  }
}
