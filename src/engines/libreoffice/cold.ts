import { mkdir, rename, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { JobFailure } from '../../contract/failure.ts';
import { runProgram } from '../program.ts';
import type { OfficeRequest } from './request.ts';

const program = '/usr/lib/libreoffice/program/soffice.bin';

/** A LibreOffice of its own for one document that brought the kept one down; some end well only this way. */
export async function convertCold({ input, output, filter }: OfficeRequest, dir: string): Promise<void> {
  const out = join(dir, 'cold');
  await mkdir(out, { recursive: true });
  const extension = extname(output).slice(1);
  const made = join(out, `${basename(input, extname(input))}.${extension}`);
  const args = [
    ...['--headless', '--norestore', '--nologo', `-env:UserInstallation=file://${join(dir, 'cold-profile')}`],
    ...['--convert-to', `${extension}:${filter}`, '--outdir', out, input],
  ];
  for (let attempt = 0; attempt < 2; attempt++) {
    // A fresh profile may end at once and wants to be started again; it may also crash after its work is done.
    await runProgram(program, args, { cwd: dir, env: { SAL_USE_VCLPLUGIN: 'svp' } }).catch(() => undefined);
    if ((await stat(made).catch(() => undefined))?.size) {
      await rename(made, output);
      return;
    }
  }
  throw new JobFailure('unreadable_input', 'LibreOffice came down on it, kept and cold');
}
