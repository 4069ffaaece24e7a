/** Later rows of a table can only be seen in the downloaded file. */
export const maxRows = 10_000;

/**
 * Parses CSV or TSV: quoted fields may contain separators, quotes and line breaks. The separator is the most frequent
 * one in the first line.
 */
export function readRows(text: string, tab: boolean): { rows: string[][]; cut: boolean } {
  const clean = text.replace(/^\uFEFF/, '');
  const firstLine = clean.slice(0, clean.search(/\r?\n|$/));
  const separator = tab
    ? '\t'
    : ([',', ';', '\t', '|'] as const).reduce((best, each) =>
        firstLine.split(each).length > firstLine.split(best).length ? each : best,
      );
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let quoted = false;
  for (let at = 0; at < clean.length; at += 1) {
    const letter = clean[at]!;
    if (quoted) {
      if (letter !== '"') field += letter;
      else if (clean[at + 1] === '"') {
        field += '"';
        at += 1;
      } else quoted = false;
    } else if (letter === '"' && field === '') quoted = true;
    else if (letter === separator) {
      row.push(field);
      field = '';
    } else if (letter === '\n') {
      row.push(field.replace(/\r$/, ''));
      rows.push(row);
      if (rows.length > maxRows) return { rows, cut: true };
      row = [];
      field = '';
    } else field += letter;
  }
  if (field !== '' || row.length > 0) rows.push([...row, field]);
  return { rows, cut: false };
}
