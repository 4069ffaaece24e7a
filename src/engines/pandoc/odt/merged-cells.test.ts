import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { convert } from '../convert.ts';

test('writes all rows of a head and the cells that merged ones cover into OpenDocument', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'filemill-merged-'));
  const [input, output] = [join(dir, 'in.html'), join(dir, 'out.odt')];
  const inner = '<table><tr><td colspan="2">n</td></tr><tr><td>o</td><td>p</td></tr></table>';
  const page =
    '<table><thead><tr><th rowspan="2">A</th><th colspan="2">B</th></tr><tr><th>C</th><th>D</th></tr></thead>' +
    `<tbody><tr><td>1</td><td>2</td><td rowspan="2">3${inner}</td></tr><tr><td colspan="2">4</td></tr></tbody></table>`;
  try {
    writeFileSync(input, page);
    const step = {
      from: 'html',
      to: 'odt',
      input,
      output,
      stem: 'in',
      dir,
      last: true,
      options: {},
    } as const;
    await convert({ ...step, progress() {} });
    const content = execFileSync('unzip', ['-p', output, 'content.xml'], { encoding: 'utf8' });
    const rows = content
      .replace(/<table:covered-table-cell\/>/g, '_')
      .replace(/<table:table-row>/g, '/')
      .replace(/<[^>]*>|\s/g, '');
    expect(rows.slice(rows.indexOf('/'))).toBe('/AB_/_CD/123/n_/op/4__');
    // The type comes first in the file and is not packed, so that programs recognise it.
    expect(readFileSync(output).toString('latin1', 30, 77)).toBe(
      'mimetypeapplication/vnd.oasis.opendocument.text',
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
