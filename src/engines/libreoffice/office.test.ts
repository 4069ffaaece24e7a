import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Offices } from './office.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-offices-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('replaces a LibreOffice process with a new one between two documents', async () => {
  const offices = new Offices(4, 2);
  for (let index = 1; index <= 6; index++) {
    const [input, output] = [join(dir, `${index}.rtf`), join(dir, `${index}.odt`)];
    writeFileSync(input, `{\\rtf1\\ansi document ${index}\\par}`);
    await offices.convert({ input, output, filter: 'writer8' }, dir);
    expect(execFileSync('unzip', ['-p', output, 'content.xml'], { encoding: 'utf8' })).toContain(
      `>document ${index}<`,
    );
  }
});
