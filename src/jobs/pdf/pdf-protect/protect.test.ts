import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { job as unlockJob } from '../pdf-unlock/job.ts';
import { run as unlock } from '../pdf-unlock/run.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { pageTexts } from '../testing/read-pdf.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
let file: string;
beforeAll(async () => {
  file = await makePdf(at('plain.pdf'), { pages: [{ text: 'secret page' }] });
});

const encryption = (path: string, password: string) =>
  execFileSync('qpdf', ['--show-encryption', `--password=${password}`, path], { encoding: 'utf8' });
const textWith = (path: string, password: string) =>
  execFileSync('pdftotext', ['-upw', password, path, '-'], { encoding: 'utf8', stdio: 'pipe' }).trim();
const protect = (options: object) => runJob(job, run, file, { ...options });

describe('pdf-protect', () => {
  it('encrypts with AES-256, and either password opens the document', async () => {
    await using made = await protect({ userPassword: 'Schlüssel', ownerPassword: 'boss' });
    const { path, metadata } = made.outputs[0]!;
    expect(metadata).toEqual({ pages: 1, encryption: 'AES-256' });
    expect(encryption(path, 'boss')).toMatch(/R = 6[\s\S]*file encryption method: AESv3/);
    expect(textWith(path, 'Schlüssel')).toBe('secret page');
    expect(() => textWith(path, 'wrong')).toThrow(/Incorrect password/);
    expect(() => textWith(path, '')).toThrow(/Incorrect password/);
  });

  it('restricts permissions', async () => {
    await using made = await protect({ ownerPassword: 'boss', permissions: { print: 'low', copy: false } });
    const { path } = made.outputs[0]!;
    expect(textWith(path, '')).toBe('secret page');
    const shown = encryption(path, '');
    expect(shown).toContain('Supplied password is user password');
    expect(shown).toMatch(/extract for any purpose: not allowed/);
    expect(shown).toMatch(/print low resolution: allowed\nprint high resolution: not allowed/);
    expect(shown).toMatch(/modify forms: allowed/);
    expect(shown).toMatch(/extract for accessibility: allowed/);
  });

  it('does not let the user password lift restrictions if no owner password was given', async () => {
    await using made = await protect({ userPassword: 'open', permissions: { modify: false } });
    expect(encryption(made.outputs[0]!.path, 'open')).not.toContain('owner password');
  });

  it('requires a password, and two different ones if both are given', async () => {
    await expect(protect({})).rejects.toMatchObject({ name: 'Refusal' });
    await expect(protect({ userPassword: 'a', ownerPassword: 'a' })).rejects.toMatchObject({
      name: 'Refusal',
    });
    await expect(protect({ userPassword: 'ü'.repeat(100) })).rejects.toMatchObject({ name: 'Refusal' });
  });
});

describe('pdf-unlock', () => {
  it('removes encryption only with the right password', async () => {
    await using locked = await protect({ userPassword: 'open', ownerPassword: 'boss' });
    const { path } = locked.outputs[0]!;
    const copy = at('locked.pdf');
    execFileSync('cp', [path, copy]);
    for (const password of ['open', 'boss']) {
      await using made = await runJob(unlockJob, unlock, copy, { password });
      expect(await pageTexts(made.outputs[0]!.path)).toEqual(['secret page']);
      expect(made.outputs[0]!.metadata).toEqual({ pages: 1, wasEncrypted: true });
    }
    await expect(runJob(unlockJob, unlock, copy, { password: 'x' })).rejects.toMatchObject({
      reason: 'password_required',
    });
  });

  it('lifts restrictions only with the owner password', async () => {
    await using restricted = await protect({ ownerPassword: 'boss', permissions: { copy: false } });
    const copy = at('restricted.pdf');
    execFileSync('cp', [restricted.outputs[0]!.path, copy]);
    await expect(runJob(unlockJob, unlock, copy, { password: 'guess' })).rejects.toMatchObject({
      reason: 'password_required',
    });
    await using made = await runJob(unlockJob, unlock, copy, { password: 'boss' });
    expect(execFileSync('pdfinfo', [made.outputs[0]!.path], { encoding: 'utf8' })).toMatch(/Encrypted: +no/);
  });
});
