import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { parquetToRows } from './parquet-read.ts';

/** One column of decimals with fifty digits, written by pyarrow 25, packed with zlib. */
const wide =
  'eNoLcAwyFGUR1RLV8xFlEmUQYmAQDWBgYO00e6q+Nn3e4VWT3kfXlHx8dL9SlEFUSFRMB6hIQJRNlE1GQhSrMhzCYgwaJKkXFGRgYOBUYAKSTIyMTAyiLJI6pgwSbMXJGam5iaJAAT6gm5kkGFNUuYBOStGJAZFA1WJMkjKSMmoMMqJ8kqYMbAKSQCWiTGJMYvuYxI4xqQWpcdDe5ZI6wBBlADmSARhYTAw2mmySagwgv4BcwaTGAXQJg4ZCQWJRYWlqiW5yQYFuYlFRfrlCWWpRcWZ+noKRqZ6BnqGkjAxQyy8gDgBGEgDiKIPn';

test('decimals of more digits than DuckDB has are refused: it reads them as wrong numbers', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'filemill-parquet-'));
  try {
    const input = join(dir, 'in.parquet');
    writeFileSync(input, inflateSync(Buffer.from(wide, 'base64')));
    await expect(parquetToRows(input, join(dir, 'rows'), dir)).rejects.toMatchObject({
      reason: 'unsupported_content',
    });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
