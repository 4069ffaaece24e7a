import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-emoji-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const line = 'star ★, ✓ check, ✅ done, 🇩🇪 flag, 日本 🚀 go.';

/** Writes text of an RTF file. */
const escapeText = (text: string): string =>
  text.replace(/[^ -~]/g, unit => `\\u${(unit.charCodeAt(0) << 16) >> 16}?`);

/** Counts the pixels of a page that are clearly of a colour. */
async function countColoured(pdf: string): Promise<number> {
  const picture = execFileSync('pdftoppm', ['-png', '-r', '72', '-singlefile', pdf]);
  const { data } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += 3) {
    const [red, green, blue] = data.subarray(at, at + 3) as unknown as [number, number, number];
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > 60) count += 1;
  }
  return count;
}

test('prints emoji as pictures, in their places between letters of other fonts', async () => {
  const path = join(dir, 'emoji.rtf');
  writeFileSync(
    path,
    `{\\rtf1\\ansi{\\fonttbl{\\f0 Liberation Serif;}}\\uc1\\f0\\fs24 ${escapeText(line)}\\par}`,
  );
  for (const options of [{}, { pdfa: true }]) {
    await using result = await runJob(job, run, path, { outputFormat: 'pdf', ...options });
    const pdf = result.outputs[0]!.path;
    expect(execFileSync('pdftotext', [pdf, '-'], { encoding: 'utf8' }).trim()).toBe(line);
    expect(result.engines).toContain('pikepdf');
    // Two emoji and a flag of 12 points cover about 400 points.
    expect(await countColoured(pdf)).toBeGreaterThan(200);
    expect(readFileSync(pdf).includes('+NotoColorEmoji')).toBe(false);
  }
});
