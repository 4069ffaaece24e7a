import { beforeAll, expect, test } from 'vitest';
import { type FailureId, failureCatalogue } from '../../src/contract/failure-catalogue.ts';
import { failureReasons } from '../../src/contract/states.ts';
import { tellFailure, tellJobFailure } from '../../src/contract/tell-failure.ts';
import { pdf, png } from '../support/samples.ts';
import type { TestService } from '../support/service.ts';
import { useSharedService } from '../support/use-service.ts';

/** The failure messages and warnings that callers get. */
const service = useSharedService();
let client: Awaited<ReturnType<TestService['client']>>;
beforeAll(async () => {
  client = await service.client();
});

const threePages = pdf(['one', 'two', 'three']);
const json = Buffer.from('[{"a": {"b": 1}}]');
const csv = Buffer.from('a,b\n1,2\n');

test.each<[string, string, Buffer, string, Record<string, unknown>, object]>([
  [
    'a missing page',
    'pdf-extract',
    threePages,
    'a.pdf',
    { pages: '1-2,99' },
    {
      reason: 'option_mismatch',
      option: 'options.pages',
      message: 'Page 99 of `pages` does not exist in this document.',
    },
  ],
  [
    'a missing page in a conversion to text',
    'document-convert',
    threePages,
    'a.pdf',
    { outputFormat: 'txt', pages: '7' },
    {
      reason: 'option_mismatch',
      option: 'options.pages',
      message: 'Page 7 of `pages` does not exist in this document.',
    },
  ],
  [
    'a document without bookmarks',
    'pdf-split',
    threePages,
    'a.pdf',
    { mode: 'bookmarks' },
    {
      reason: 'option_mismatch',
      message: 'The document has no bookmarks to split at. Choose another `mode`.',
    },
  ],
  [
    'nested values for a table',
    'document-convert',
    json,
    'a.json',
    { outputFormat: 'csv' },
    {
      reason: 'not_representable',
      option: 'options.flatten',
      message: expect.stringMatching(/nested values.*Set `flatten` to true/),
    },
  ],
  [
    'a wrong password',
    'pdf-unlock',
    threePages,
    'a.pdf',
    { password: 'not this one' },
    {
      reason: 'wrong_password',
      option: 'options.password',
      message: expect.not.stringContaining('not this'),
    },
  ],
])('the failure message for %s says what is wrong', async (_, type, bytes, filename, options, failure) => {
  const file =
    type === 'pdf-unlock'
      ? Buffer.from(
          await client.download(
            (await client.run({ type: 'pdf-protect', filename, bytes }, { userPassword: 'secret' })).result!
              .downloadUrl!,
          ),
        )
      : bytes;
  const job = await client.run({ type, filename, bytes: file }, options);
  expect(job.status).toBe('failed');
  expect(job.failure).toMatchObject({ code: 'processing_failed', ...failure });
});

test('the failure message for a missing sheet names it, and the event has the same message', async () => {
  const made = await client.run(
    { type: 'document-convert', filename: 'a.csv', bytes: csv },
    { outputFormat: 'xlsx' },
  );
  const book = await client.download(made.result!.downloadUrl!);
  const job = await client.run(
    { type: 'document-convert', filename: 'a.xlsx', bytes: book },
    { outputFormat: 'csv', sheet: 'Nope' },
  );
  expect(job.failure).toMatchObject({
    reason: 'option_mismatch',
    option: 'options.sheet',
    message: 'This workbook has no sheet Nope. Set `sheet` to the name or number of one of its sheets.',
  });
  type Events = { events: { type: string; data: { id: string; failure?: object } }[]; nextCursor: null };
  const { events } = (await client.get<Events>('/events?limit=100')).body;
  const reported = events.find(({ type, data }) => type === 'job.failed' && data.id === job.id);
  expect(reported!.data.failure).toEqual(job.failure);
});

test('a language that is not installed is refused when the job is created, with a list of those that are', async () => {
  const bytes = png(4, 4);
  const { status, body } = await client.send('POST', '/jobs', {
    type: 'ocr',
    filename: 'a.png',
    contentType: 'image/png',
    fileSize: bytes.length,
    options: { languages: ['tlh'] },
  });
  expect([status, body.code]).toEqual([400, 'validation_failed']);
  expect(body.details).toMatchObject([{ path: 'options.languages' }]);
  expect(body.message).toMatch(/tlh, which is not installed here; there are .*eng/);
});

test('extracting text from a PDF has a warning only if the PDF has no text', async () => {
  const pages = pdf(['', '']);
  for (const outputFormat of ['txt', 'md']) {
    const empty = await client.run(
      { type: 'document-convert', filename: 'scan.pdf', bytes: pages },
      { outputFormat },
    );
    expect(empty.result!.warnings, outputFormat).toEqual([
      { code: 'no_text_layer', message: expect.stringContaining('`ocr`') },
    ]);
    const full = await client.run(
      { type: 'document-convert', filename: 'a.pdf', bytes: threePages },
      { outputFormat },
    );
    expect(full.result!.warnings).toBeUndefined();
  }
});

test('repairing a PDF has a warning', async () => {
  const cut = Buffer.from(threePages.toString('latin1').replace(/xref[\s\S]*$/, ''), 'latin1');
  const job = await client.run({ type: 'pdf-rotate', filename: 'cut.pdf', bytes: cut }, { angle: 90 });
  expect(job.status).toBe('completed');
  expect(job.result!.warnings).toMatchObject([{ code: 'damaged_input' }]);
});

test('changing a signed PDF has a warning', async () => {
  const signed = Buffer.from(
    threePages
      .toString('latin1')
      .replace(
        '/Type /Catalog',
        '/Type /Catalog /AcroForm << /Fields [<< /FT /Sig /T (one) /V << /Type /Sig /Contents <00> >> >>] >>',
      )
      .replace(/startxref\s+\d+/, 'startxref 0'),
    'latin1',
  );
  const job = await client.run({ type: 'pdf-rotate', filename: 'signed.pdf', bytes: signed }, { angle: 90 });
  expect(job.result!.warnings).toContainEqual({
    code: 'signature_invalidated',
    message: expect.stringContaining('signed'),
  });
});

test('every failure reason has a message, which contains no details of the document and no passwords', () => {
  for (const reason of failureReasons) expect(tellFailure(reason).message).toMatch(/^[A-Z].*\.$/);
  for (const id of Object.keys(failureCatalogue) as FailureId[]) {
    const { message } = tellFailure(id, {}, 'stolen from the document');
    expect(message, id).not.toMatch(/[{}]|stolen/);
  }
  const reported = tellFailure('page_missing', { pages: '1-3' }, '<what the file says>');
  expect(reported.message).toBe('`pages` (1-3) names a page that this document does not have.');
  expect(tellFailure('wrong_password', { password: 'hush' }).message).not.toContain('hush');
});

test('a locked file is told to need a password if only passwords for something else were given', () => {
  const others = { userPassword: 'a', certificatePassword: 'b' };
  expect(tellJobFailure({ id: 'password_required' }, others, ['a.pdf']).reason).toBe('password_required');
});
