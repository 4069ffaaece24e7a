import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeZip } from '../../containers/write-zip.ts';
import { convert } from './convert.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-misnamed-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function printed(input: string): Promise<string> {
  const own = mkdtempSync(join(dir, 'run-'));
  const output = join(own, 'out.pdf');
  const request = {
    from: 'doc' as const,
    to: 'pdf' as const,
    input,
    output,
    stem: 'in',
    dir: own,
    last: true,
    options: {},
  };
  await convert({ ...request, progress() {} });
  return execFileSync('pdftotext', [output, '-'], { encoding: 'utf8' }).trim();
}

test('reads HTML and docx files named .doc by their real format', async () => {
  const page = join(dir, 'page.doc');
  writeFileSync(
    page,
    `\r\n<HTML xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta charset="utf-8"></head><body><p>Grüße, <b>bold</b></p><img src="file:///etc/hostname"></body></HTML>`,
  );
  expect(await printed(page)).toBe('Grüße, bold');
  const made = join(dir, 'made.docx');
  execFileSync('pandoc', ['-f', 'markdown', '-o', made], { input: 'today' });
  const named = join(dir, 'named.doc');
  copyFileSync(made, named);
  expect(await printed(named)).toBe('today');
  const other = join(dir, 'other.doc');
  await writeZip(other, [{ name: 'made.docx', path: made }]);
  await expect(printed(other)).rejects.toMatchObject({ reason: 'unreadable_input' });
});
