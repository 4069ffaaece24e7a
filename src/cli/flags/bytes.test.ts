import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { makeFlags } from './flags.ts';

it('reads the bytes of an option from a file, or as base64', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'filemill-bytes-'));
  try {
    await writeFile(join(dir, 'signer.p12'), 'bytes');
    const schema = { properties: { certificate: { type: 'string', contentEncoding: 'base64' } } };
    const read = (value: string) => {
      const command = new Command().exitOverride().configureOutput({ writeErr: () => {} });
      for (const flag of makeFlags(schema)) command.addOption(flag);
      return command.parse(['--certificate', value], { from: 'user' }).opts();
    };
    expect(read(join(dir, 'signer.p12'))).toEqual({ certificate: 'Ynl0ZXM=' });
    expect(read('Ynl0ZXM=')).toEqual({ certificate: 'Ynl0ZXM=' });
    expect(() => read(join(dir, 'other.p12'))).toThrow('There is no such file.');
    expect(() => read(dir)).toThrow('It must be a file');
  } finally {
    await rm(dir, { recursive: true });
  }
});
