import pg from 'pg';
import utils from 'pg/lib/utils.js';

type Field = pg.FieldDef & { format: 'text' | 'binary' };

/** What a connection knows of a statement it has prepared: how to read what it answers. */
export interface Shape {
  fields: Field[];
  read: ((text: string) => unknown)[];
  empty: Record<string, unknown>;
}

const describeShape = (fields: Field[]): Shape => ({
  fields,
  read: fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text')),
  empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
});

/** What of a connection of `pg` a statement speaks to. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  parsedStatements: Record<string, string>;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: unknown[]; valueMapper(value: unknown): unknown }): void;
  describe(message: { type: 'P' }): void;
  execute(message: object): void;
  close(message: { type: 'S'; name: string }): void;
  sync(): void;
  sendCopyFail(reason: string): void;
}

/** `SELECT 3`, `INSERT 0 3`, or words alone. */
const complete = /^([A-Za-z]+).*?(\d+)?$/;

/**
 * A named statement on its way. The server parses it once a connection, and once a connection it says what the answer looks
 * like: `pg` by itself asks for that each time, which costs both sides as much as the answer.
 */
export class Statement implements pg.Submittable {
  readonly name: string;
  readonly text: string;
  callback: (error: Error | undefined, result?: pg.QueryResult) => void;
  readonly #values: unknown[];
  readonly #shapes: Map<string, Shape>;
  #shape: Shape | undefined;
  #unreadable: unknown;
  readonly #anew: boolean;
  readonly #result: pg.QueryResult = { command: null!, rowCount: null, oid: 0, fields: [], rows: [] };

  constructor(
    name: string,
    text: string,
    values: unknown[],
    shapes: Map<string, Shape>,
    callback: Statement['callback'],
    /** What the server holds under its name, if anything, is of no use. */
    anew = false,
  ) {
    this.name = name;
    this.text = text;
    this.#values = values;
    this.#shapes = shapes;
    this.callback = callback;
    this.#anew = anew;
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    wire.stream.cork();
    try {
      if (this.#anew) {
        delete wire.parsedStatements[this.name];
        wire.close({ type: 'S', name: this.name });
      }
      if (wire.parsedStatements[this.name] === undefined) wire.parse({ name: this.name, text: this.text });
      else this.#shape = this.#shapes.get(this.name);
      wire.bind({ statement: this.name, values: this.#values, valueMapper: utils.prepareValue });
      if (!this.#shape) wire.describe({ type: 'P' });
      wire.execute({});
    } catch (error) {
      // A value that cannot be sent.
      this.handleError(error as Error);
    } finally {
      wire.sync();
      wire.stream.uncork();
    }
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#shape = describeShape(fields);
    this.#shapes.set(this.name, this.#shape);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { read, empty, fields: named } = this.#shape!;
    try {
      const row: Record<string, unknown> = { ...empty };
      for (let at = 0; at < fields.length; at++) {
        const text = fields[at]!;
        // Null too: two columns may have one name, and then the last of them counts.
        row[named[at]!.name] = text === null ? null : read[at]!(text);
      }
      this.#result.rows.push(row);
    } catch (error) {
      this.#unreadable ??= error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const [, command, count] = complete.exec(text)!;
    this.#result.command = command!;
    if (count !== undefined) this.#result.rowCount = Number(count);
  }

  handleReadyForQuery(): void {
    // One that answers no rows is not described at all.
    if (!this.#shape && this.#result.command) this.#shapes.set(this.name, describeShape([]));
    this.#result.fields = this.#shape?.fields ?? [];
    if (this.#unreadable) this.callback(this.#unreadable as Error);
    else this.callback(undefined, this.#result);
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}

  handleCopyInResponse(connection: Wire): void {
    connection.sendCopyFail('nothing to copy');
  }

  handleCopyData(): void {}
}
