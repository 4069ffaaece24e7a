import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { TObject } from 'typebox';
import { beforeAll, describe, expect, it } from 'vitest';
import { type JobRun, runJob } from '../../../../tests/support/run-job.ts';
import { makeCertificate } from '../../../../tests/support/servers/certificate.ts';
import type { JobType } from '../../job-type.ts';
import type { RunContext, RunResult } from '../../run.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf } from '../testing/make-pdf.ts';

interface Folder {
  job: JobType<TObject>;
  run(context: RunContext<never>): Promise<RunResult>;
}

const types = readdirSync(new URL('..', import.meta.url)).filter(name => name.startsWith('pdf-'));
/** The options that each type requires. */
const options: Record<string, object> = {
  'pdf-extract': { pages: '1' },
  'pdf-remove': { pages: '1' },
  'pdf-reorder': { pages: '1' },
  'pdf-rotate': { angle: 90 },
  'pdf-protect': { userPassword: 'new' },
  'pdf-metadata': { title: 'new' },
  'pdf-watermark': { text: 'new' },
  'pdf-crop': { content: true },
  'pdf-sign': { certificate: makeCertificate('Ada') },
  'pdf-redact': { boxes: [{ page: 1, x: 0, y: 0, width: 9, height: 9 }] },
};
/** Options with which a type that writes something else by default makes a PDF. */
const makesPdf: Record<string, object> = {
  'pdf-bookmarks': { action: 'set', bookmarks: [] },
  'pdf-form': { action: 'flatten' },
};
const at = testFolder();
let sound: string;
beforeAll(async () => {
  sound = await makePdf(at('sound.pdf'), {
    pages: [{ text: 'one' }, { text: 'two' }],
    picture: { width: 8, height: 8, samples: Buffer.alloc(192), shown: [8, 8] },
  });
  execFileSync('qpdf', ['--encrypt', 'secret', 'owner', '256', '--', sound, at('locked.pdf')]);
  const limits = ['--print=none', '--extract=n'];
  execFileSync('qpdf', ['--encrypt', '', 'owner', '256', ...limits, '--', sound, at('restricted.pdf')]);
  await writeFile(at('broken.pdf'), '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\n');
  await writeFile(at('empty.pdf'), '');
});

async function runType(type: string, file: string, more: object): Promise<JobRun> {
  const { job } = (await import(`../${type}/job.ts`)) as Folder;
  const { run } = (await import(`../${type}/run.ts`)) as Folder;
  const files = job.inputs === 'many' ? [sound, file] : file;
  return await runJob(job, run as never, files, { ...options[type], ...more });
}

async function outcome(type: string, file: string, more: object = {}): Promise<string> {
  try {
    await using made = await runType(type, file, more);
    return `${made.outputs.length} outputs`;
  } catch (error) {
    return (error as { reason?: string }).reason ?? String(error);
  }
}

describe.each(types)('%s', type => {
  const takesPassword = type !== 'pdf-merge';
  const wrong = takesPassword ? { password: 'wrong' } : {};

  it('fails with unreadable_input for a file that is not a PDF', async () => {
    for (const file of ['broken.pdf', 'empty.pdf'])
      expect(await outcome(type, at(file), type === 'pdf-unlock' ? wrong : {})).toBe('unreadable_input');
  });

  it('fails with password_required without the password, and with the wrong one', async () => {
    if (type !== 'pdf-unlock') expect(await outcome(type, at('locked.pdf'))).toBe('password_required');
    expect(await outcome(type, at('locked.pdf'), wrong)).toBe('password_required');
  });

  it.runIf(takesPassword)('opens an encrypted document with its password', async () => {
    // The locked document is the stamp.
    const password = type === 'pdf-stamp' ? { stampPassword: 'secret' } : { password: 'secret' };
    expect(await outcome(type, at('locked.pdf'), password)).toMatch(/outputs$/);
  });

  it.runIf(type !== 'pdf-unlock')('says when the result lacks the restrictions of its input', async () => {
    await using made = await runType(type, at('restricted.pdf'), makesPdf[type] ?? {});
    const [{ format, path, metadata } = { format: 'none', path: '' }] = made.outputs;
    const isFreed = format === 'pdf' && !(await readFile(path)).includes('/Encrypt');
    expect(metadata?.restrictionsRemoved === true).toBe(isFreed);
  });
});
