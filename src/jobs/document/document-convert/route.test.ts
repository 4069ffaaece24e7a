import { expect, test } from 'vitest';
import type { FormatId } from '../../../formats/formats.ts';
import { Refusal } from '../../job-type.ts';
import { job } from './job.ts';
import { findRoute } from './route.ts';

const refusal = (input: FormatId, options: Record<string, unknown>): Refusal => {
  try {
    job.resolve({ input, options: options as never });
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('not refused');
};

test('refuses a pair without a route and names the reachable formats', () => {
  const { path, message } = refusal('png', { outputFormat: 'txt' });
  expect(path).toBe('options.outputFormat');
  expect(message).toMatch(/^png cannot be converted to txt/);
  expect(refusal('pdf', { outputFormat: 'parquet' }).message).toMatch(
    /`options\.outputFormat` must be one of .*html.*txt/,
  );
});

test('refuses an option without effect on the route by name', () => {
  expect(refusal('md', { outputFormat: 'html', sheet: 1 })).toMatchObject({ path: 'options.sheet' });
  expect(refusal('txt', { outputFormat: 'html', password: 'x' })).toMatchObject({ path: 'options.password' });
});

test('takes the cheapest route', () => {
  expect(findRoute('txt', { outputFormat: 'pdf' }).map(step => step.engine)).toEqual(['pango']);
  expect(findRoute('md', { outputFormat: 'html' })).toHaveLength(1);
});

test('makes page images and xls from every format that becomes a PDF or a workbook', () => {
  const ends = (input: FormatId, outputFormat: FormatId) =>
    findRoute(input, { outputFormat }).map(step => step.to);
  expect(ends('mobi', 'png')).toEqual(['epub', 'html', 'pdf', 'png']);
  expect(ends('ics', 'xls')).toEqual(['json', 'rows', 'xlsx', 'xls']);
  expect(ends('docx', 'png')).toEqual(['pdf', 'png']);
});

test('takes a route that supports the options, if there is one', () => {
  const engines = (input: FormatId, options: Parameters<typeof findRoute>[1]) =>
    findRoute(input, options).map(step => step.engine);
  expect(engines('docx', { outputFormat: 'md' })).toEqual(['pandoc']);
  expect(engines('odt', { outputFormat: 'md', password: 'x' })).toEqual(['libreoffice', 'pandoc']);
  expect(engines('xls', { outputFormat: 'csv', sheet: 2 })).toEqual(['libreoffice', 'spreadsheet']);
  expect(job.resolve({ input: 'docx', options: { outputFormat: 'pdf' } })).toMatchObject({
    engines: ['libreoffice'],
    host: 'office',
  });
  expect(job.resolve({ input: 'xlsx', options: { outputFormat: 'csv', sheet: 'all' } }).count).toBe('many');
});

test('rewrites a document in its own format, for example to remove its password', () => {
  for (const format of ['docx', 'odt', 'rtf', 'pptx'] as const)
    expect(findRoute(format, { outputFormat: format, password: 'x' })).toMatchObject([
      { engine: 'libreoffice' },
    ]);
  expect(refusal('html', { outputFormat: 'html' }).message).toContain('html cannot be converted to html');
});

test('returns images beside a page in a zip', () => {
  expect(job.resolve({ input: 'md', options: { outputFormat: 'html' } }).outputs).toEqual(['html']);
  expect(job.resolve({ input: 'md', options: { outputFormat: 'html', embedImages: false } }).outputs).toEqual(
    ['zip'],
  );
  expect(job.resolve({ input: 'md', options: { outputFormat: 'md', images: 'files' } }).outputs).toEqual([
    'zip',
  ]);
  expect(job.resolve({ input: 'md', options: { outputFormat: 'md', images: 'none' } }).outputs).toEqual([
    'md',
  ]);
  expect(refusal('md', { outputFormat: 'md', images: 'none', embedImages: true }).message).toContain(
    '`options.embedImages` must be left out',
  );
});

test('converts the pages of any document to images in every web format', () => {
  for (const outputFormat of ['png', 'jpeg', 'webp', 'avif'] as const)
    for (const input of ['docx', 'pptx', 'html', 'xlsx', 'pdf'] as const)
      expect(job.resolve({ input, options: { outputFormat, width: 300 } })).toMatchObject({
        outputs: [outputFormat],
        count: 'many',
      });
  expect(refusal('docx', { outputFormat: 'png', width: 300, dpi: 72 }).message).toContain(
    '`options.width` must be left out when `options.dpi` is given',
  );
});
