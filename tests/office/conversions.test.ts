import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorBody } from '../support/client.ts';
import { startService, type TestService } from '../support/service.ts';

/** The product's table of inputs and their outputs. */
const rows: Record<string, [inputs: string, outputs: string]> = {
  document: [
    'pdf docx doc odt rtf txt md html epub pptx ppt odp tex rst eml',
    'pdf docx odt rtf txt md html epub pptx png jpeg webp avif',
  ],
  spreadsheet: ['xlsx xlsm xls xlsb ods csv tsv', 'xlsx ods csv tsv json html pdf md'],
  data: [
    'json ndjson csv tsv yaml toml xml parquet arrow avro',
    'json ndjson csv tsv yaml toml xml parquet arrow avro xlsx html sql',
  ],
};
/** Formats that take part without being in every pair of a row. */
const further = {
  inputs: 'msg mbox tnef ics vcf mobi azw3 fb2 cbz cbr djvu org mediawiki docbook ipynb '
    .concat('dbf dxf eps key numbers pages vsdx wpd xps')
    .split(' '),
  outputs: 'cbz eml doc xls ppt odp svg tex rst adoc org mediawiki docbook ipynb'.split(' '),
};
/** Formats with more than text are not converted to themselves, because that would lose content. */
const withoutSelfConversion = new Set(['pdf', 'html', 'epub', 'parquet']);

interface Offered {
  id: string;
  tabs: string[];
  accepts: { format: string }[];
  conversions: Record<string, string[]>;
}

let service: TestService;
let offered: Offered;
beforeAll(async () => {
  service = await startService('api');
  const client = await service.client();
  const { body } = await client.get<{ jobTypes: Offered[] }>('/job-types');
  offered = body.jobTypes.find(({ id }) => id === 'document-convert')!;
});
afterAll(() => service.stop());

test('GET /job-types lists exactly the formats of the table', () => {
  const inputs = new Set([...Object.values(rows).flatMap(([from]) => from.split(' ')), ...further.inputs]);
  expect(offered.accepts.map(({ format }) => format).sort()).toEqual([...inputs].sort());
  expect(offered.tabs).toEqual(Object.keys(rows));
  const outputs = new Set([...Object.values(rows).flatMap(([, to]) => to.split(' ')), ...further.outputs]);
  const published = new Set(Object.values(offered.conversions).flat());
  expect([...published].sort()).toEqual([...outputs].sort());
});

test.each(Object.keys(rows))('GET /job-types lists every conversion of the %s row', tab => {
  const [inputs, outputs] = rows[tab]!.map(list => list.split(' ')) as [string[], string[]];
  for (const input of inputs) {
    const wanted = outputs.filter(output => output !== input || !withoutSelfConversion.has(output));
    expect(offered.conversions[input], input).toEqual(expect.arrayContaining(wanted));
  }
});

test('an unsupported conversion is refused with a list of exactly the supported formats', async () => {
  const client = await service.client();
  const request = (filename: string, outputFormat: string) =>
    client.send('POST', '/jobs', {
      type: 'document-convert',
      filename,
      contentType: 'application/octet-stream',
      fileSize: 10,
      options: { outputFormat },
    });
  for (const [input, output] of [
    ['pdf', 'parquet'],
    ['docx', 'csv'],
    ['odp', 'json'],
    ['rtf', 'yaml'],
  ] as const) {
    const { status, body } = await request(`a.${input}`, output);
    expect(status, `${input} to ${output}`).toBe(400);
    const [detail] = (body as ErrorBody).details!;
    expect(detail!.path).toMatch(/outputFormat$/);
    const [, named] = /must be one of (.*)\.$/.exec(detail!.message)!;
    expect(named!.split(', ').sort()).toEqual([...offered.conversions[input]!].sort());
  }
});
