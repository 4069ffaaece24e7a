import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compoundFile, padded } from '../../../../tests/support/files/compound-file.ts';
import { lockOffice } from '../../../../tests/support/files/lock-office.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { tellWarning } from '../../../contract/warnings.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-locked-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const at = (name: string): string => join(dir, name);
const tool = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'pipe' });

beforeAll(() => {
  writeFileSync(at('letter.md'), 'Words of a letter.\n');
  writeFileSync(at('nothing.md'), '\n');
  for (const name of ['letter', 'nothing']) tool('pandoc', at(`${name}.md`), '-o', at(`${name}.docx`));
});

const outcome = (name: string, options: Record<string, unknown>) =>
  runJob(job, run, at(name), options).then(
    async result => {
      await using made = result;
      return { text: readFileSync(made.outputs[0]!.path, 'utf8').trim(), warnings: made.warnings };
    },
    (error: { reason?: string }) => error.reason,
  );

test('requires a password for a PDF with an unknown cipher instead of treating it as empty', async () => {
  await using made = await runJob(job, run, at('letter.md'), { outputFormat: 'pdf' });
  copyFileSync(made.outputs[0]!.path, at('letter.pdf'));
  tool('qpdf', '--encrypt', 'open', 'own', '128', '--use-aes=y', '--', at('letter.pdf'), at('aes.pdf'));
  const locked = readFileSync(at('aes.pdf'), 'latin1');
  writeFileSync(at('other.pdf'), locked.replace('/CFM /AESV2', '/CFM /AESV4'), 'latin1');
  for (const options of [{ outputFormat: 'txt', ocr: 'never' }, { outputFormat: 'png' }])
    expect(await outcome('other.pdf', options)).toBe('password_required');
  writeFileSync(at('none.pdf'), locked.replace('/V 4', '/V 9'), 'latin1');
  expect(await outcome('none.pdf', { outputFormat: 'txt', ocr: 'never' })).toBe('unsupported_content');
});

test('recognises an encrypted Office file whose stream names differ in case', async () => {
  const locked = lockOffice(readFileSync(at('letter.docx')), 'open');
  for (const name of ['EncryptionInfo', 'EncryptedPackage']) {
    const place = locked.indexOf(Buffer.from(name, 'utf16le'));
    locked.write(name.toUpperCase(), place, 'utf16le');
  }
  writeFileSync(at('capitals.docx'), locked);
  expect(await outcome('capitals.docx', { outputFormat: 'txt' })).toBe('password_required');
  expect(await outcome('capitals.docx', { outputFormat: 'txt', password: 'open' })).toMatchObject({
    text: 'Words of a letter.',
  });
});

test('requires a password for encrypted legacy slides and workbooks', async () => {
  const user = Buffer.from('0000f60f1c000000140000005fc091e3', 'hex');
  user.writeUInt32LE(0xf3d1c4df, 12);
  writeFileSync(
    at('locked.ppt'),
    compoundFile({ 'Current User': padded(user, 4096), 'PowerPoint Document': Buffer.alloc(4096) }),
  );
  expect(await outcome('locked.ppt', { outputFormat: 'pdf' })).toBe('password_required');
  // A workbook's first record, then that the rest is encrypted by CryptoAPI.
  const records = Buffer.from('0908100000060500bb0dcc0741000000060300002f0006000100020002000c00', 'hex');
  writeFileSync(at('locked.xls'), compoundFile({ Workbook: padded(records, 4096, 0x5a) }));
  expect(await outcome('locked.xls', { outputFormat: 'csv' })).toBe('password_required');
});

test('warns about blank pages, and about charts and sheets left out', async () => {
  expect(await outcome('nothing.docx', { outputFormat: 'pdf' })).toMatchObject({
    warnings: [{ code: 'pages_blank' }],
  });
  expect(await outcome('letter.docx', { outputFormat: 'pdf' })).toMatchObject({ warnings: [] });
  mkdirSync(join(dir, 'word', 'charts'), { recursive: true });
  writeFileSync(join(dir, 'word', 'charts', 'chart1.xml'), '<c:chart/>');
  copyFileSync(at('letter.docx'), at('charted.docx'));
  execFileSync('zip', ['-q', 'charted.docx', 'word/charts/chart1.xml'], { cwd: dir });
  expect(await outcome('charted.docx', { outputFormat: 'md' })).toEqual({
    text: 'Words of a letter.',
    warnings: [{ code: 'content_dropped', detail: 'charts_left_out' }],
  });
  const table = (name: string) =>
    `<table:table table:name="${name}"><table:table-row><table:table-cell office:value-type="string"><text:p>${name}</text:p></table:table-cell></table:table-row></table:table>`;
  const names = ['office', 'table', 'text'].map(
    name => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  const type = 'application/vnd.oasis.opendocument.spreadsheet';
  writeFileSync(
    at('content.xml'),
    `<?xml version="1.0"?><office:document-content ${names.join(' ')} office:version="1.2"><office:body><office:spreadsheet>${table('One')}${table('Two')}</office:spreadsheet></office:body></office:document-content>`,
  );
  writeFileSync(at('mimetype'), type);
  execFileSync('zip', ['-q', '-0', 'two.ods', 'mimetype', 'content.xml'], { cwd: dir });
  for (const [outputFormat, detail] of [
    ['csv', 'other_sheets'],
    ['md', 'other_sheets'],
    ['parquet', 'one_table'],
  ])
    expect(await outcome('two.ods', { outputFormat })).toMatchObject({
      warnings: [{ code: 'content_dropped', detail }],
    });
  expect(tellWarning({ code: 'content_dropped', detail: 'other_sheets' })).toContain('`sheet=all`');
  expect(await outcome('two.ods', { outputFormat: 'csv', sheet: 'Two' })).toEqual({
    text: 'Two',
    warnings: [],
  });
  // The manifest of an encrypted file describes the encryption.
  mkdirSync(join(dir, 'META-INF'));
  writeFileSync(join(dir, 'META-INF', 'manifest.xml'), '<m:manifest><m:encryption-data/></m:manifest>');
  execFileSync('zip', ['-q', 'two.ods', 'META-INF/manifest.xml'], { cwd: dir });
  for (const outputFormat of ['csv', 'json', 'parquet'])
    expect(await outcome('two.ods', { outputFormat })).toBe('password_required');
});
