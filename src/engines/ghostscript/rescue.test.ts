import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rescueDocument } from './engine.ts';

let dir: string;
const at = (name: string) => join(dir, name);
const content = 'BT /F1 24 Tf 9 9 Td (rescued) Tj ET';
const objects = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 200 200] >>',
  '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
  `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
];
const body = `%PDF-1.4\n${objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')}`;
const textOf = (path: string) => execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' }).trim();

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-ghostscript-'));
  await writeFile(at('headless.pdf'), body);
  await writeFile(at('whole.pdf'), `${body}trailer\n<< /Root 1 0 R >>\n`);
  execFileSync(
    'qpdf',
    ['--warning-exit-0', '--encrypt', 'open sesame', 'owner', '256', '--', at('whole.pdf'), at('locked.pdf')],
    {
      stdio: 'pipe',
    },
  );
});
afterAll(() => rm(dir, { recursive: true, force: true }));

describe('repair with Ghostscript', () => {
  it('recovers the pages of a document without a trailer', async () => {
    await rescueDocument(at('headless.pdf'), at('out.pdf'), { dir });
    expect(textOf(at('out.pdf'))).toBe('rescued');
  });

  it('does not accept the blank page Ghostscript makes of garbage as a document', async () => {
    for (const [name, text] of Object.entries({
      empty: '%PDF-1.4\n',
      words: 'nothing but words',
      cut: body.slice(0, 60),
    })) {
      await writeFile(at(name), text);
      await expect(rescueDocument(at(name), at('out.pdf'), { dir })).rejects.toMatchObject({
        reason: 'unreadable_input',
      });
    }
  });

  it('opens an encrypted document with its password and leaves no copy of the password', async () => {
    const open = (password?: string) =>
      rescueDocument(at('locked.pdf'), at('out.pdf'), { dir, ...(password !== undefined && { password }) });
    await expect(open()).rejects.toMatchObject({ reason: 'password_required' });
    await expect(open('wrong')).rejects.toMatchObject({ reason: 'password_required' });
    await open('open sesame');
    expect(textOf(at('out.pdf'))).toBe('rescued');
    expect((await readdir(dir)).filter(name => name.includes('arguments'))).toEqual([]);
  });
});
