import pg from 'pg';
import utils from 'pg/lib/utils.js';

type Field = pg.FieldDef & { format: 'text' | 'binary' };

/** The columns of a prepared statement's rows and the parsers of their values. */
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

/** The part of a `pg` connection that a statement uses. */
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

/** Matches the server's completion tags, such as `SELECT 3`, `INSERT 0 3` or `BEGIN`. */
const complete = /^([A-Za-z]+).*?(\d+)?$/;

/**
 * A named prepared statement that is sent once. On each connection the server parses a statement and describes its
 * columns only the first time. `pg` itself asks for the description every time, which costs as much as the result.
 */
export class Statement implements pg.Submittable {
  readonly name: string;
  readonly text: string;
  callback: (error: Error | undefined, result?: pg.QueryResult) => void;
  readonly #values: unknown[];
  readonly #shapes: Map<string, Shape>;
  #shape: Shape | undefined;
  #unreadable: unknown;
  readonly #preparesAgain: boolean;
  readonly #result: pg.QueryResult = { command: null!, rowCount: null, oid: 0, fields: [], rows: [] };

  constructor(
    name: string,
    text: string,
    values: unknown[],
    shapes: Map<string, Shape>,
    callback: Statement['callback'],
    /** Prepares the statement again, because the one that the server may hold under this name is outdated. */
    preparesAgain = false,
  ) {
    this.name = name;
    this.text = text;
    this.#values = values;
    this.#shapes = shapes;
    this.callback = callback;
    this.#preparesAgain = preparesAgain;
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    wire.stream.cork();
    try {
      if (this.#preparesAgain) {
        delete wire.parsedStatements[this.name];
        wire.close({ type: 'S', name: this.name });
      }
      if (wire.parsedStatements[this.name] === undefined) wire.parse({ name: this.name, text: this.text });
      else this.#shape = this.#shapes.get(this.name);
      wire.bind({ statement: this.name, values: this.#values, valueMapper: utils.prepareValue });
      if (!this.#shape) wire.describe({ type: 'P' });
      wire.execute({});
    } catch (error) {
      // One of the values cannot be serialised.
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
        // Null is written too: if two columns have the same name, the last one wins.
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
    // The server describes no columns if the statement returns no rows.
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
