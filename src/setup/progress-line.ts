/** A line that is redrawn on a terminal; elsewhere a line now and then, so that a log stays readable. */
export class ProgressLine {
  readonly #title: string;
  readonly #stream: NodeJS.WriteStream;
  #shown = 0;
  #last = '';

  constructor(title: string, stream: NodeJS.WriteStream = process.stderr) {
    this.#title = title;
    this.#stream = stream;
  }

  show(percent: number, text: string): void {
    const line = `${this.#title} ${String(Math.floor(percent)).padStart(3)} %  ${text}`;
    if (this.#stream.isTTY) {
      const fitting = line.slice(0, this.#stream.columns - 1);
      if (fitting !== this.#last) this.#stream.write(`\r\x1b[2K${fitting}`);
      this.#last = fitting;
    } else if (percent - this.#shown >= 25) {
      this.#shown = percent;
      this.#stream.write(`${line}\n`);
    }
  }

  end(): void {
    if (this.#stream.isTTY && this.#last) this.#stream.write('\r\x1b[2K');
  }
}
