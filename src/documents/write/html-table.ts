import type { Run, TableBlock, TableCell } from '../model.ts';

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);

export function formatRunsHtml(runs: readonly Run[], plain = false): string {
  return runs
    .map(run => {
      let text = escapeHtml(run.text);
      if (run.superscript) text = `<sup>${text}</sup>`;
      if (run.subscript) text = `<sub>${text}</sub>`;
      if (run.code && !plain) text = `<code>${text}</code>`;
      if (run.italic && !plain) text = `<em>${text}</em>`;
      if (run.bold && !plain) text = `<strong>${text}</strong>`;
      return run.link === undefined ? text : `<a href="${escapeHtml(run.link)}">${text}</a>`;
    })
    .join('')
    .trim();
}

export function formatTableHtml({ rows, headerRows }: TableBlock): string {
  const writeCell = ({ runs, columns, rows: deep }: TableCell, tag: string): string => {
    const spans = `${columns > 1 ? ` colspan="${columns}"` : ''}${deep > 1 ? ` rowspan="${deep}"` : ''}`;
    return `<${tag}${spans}>${formatRunsHtml(runs, tag === 'th')}</${tag}>`;
  };
  const lines = rows.map(
    (row, at) => `<tr>${row.map(each => writeCell(each, at < headerRows ? 'th' : 'td')).join('')}</tr>`,
  );
  const [head, body] = [lines.slice(0, headerRows), lines.slice(headerRows)];
  return `<table>\n${head.length > 0 ? `<thead>\n${head.join('\n')}\n</thead>\n` : ''}<tbody>\n${body.join('\n')}\n</tbody>\n</table>`;
}
