import pg from 'pg';

/** More texts than the program has; were one ever built from a caller's data, it would not fill the server's memory. */
const mostStatements = 500;

const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostStatements) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

/**
 * A connection that has the server parse and plan each statement once, not every time: most of what a short statement
 * costs. One without values, such as a migration or `begin`, is sent as it is.
 */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: one body for all of the overloads
  override query(config: any, values?: any, callback?: any): any {
    if (typeof config !== 'string' || !Array.isArray(values) || values.length === 0)
      return super.query(config, values, callback);
    const name = nameOf(config);
    return super.query({ ...(name !== undefined && { name }), text: config, values }, callback);
  }
}
