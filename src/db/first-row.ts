/** Returns the row of a statement that always returns exactly one. */
export function firstRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('a statement that answers with a row answered with none');
  return row;
}
