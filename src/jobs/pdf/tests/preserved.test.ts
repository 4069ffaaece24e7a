import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runsAll } from '../../../../tests/support/needs.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { makeCertificate } from '../../../../tests/support/servers/certificate.ts';
import type { WarningId } from '../../../contract/warnings.ts';
import { testFolder } from '../testing/folder.ts';
import { makeInvoice } from '../testing/make-invoice.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { type Property, readProperties, rich } from '../testing/properties.ts';

interface Case {
  type: string;
  options?: Record<string, unknown>;
  /** Files other than the rich document alone. */
  files?: string[];
  /** Properties that the result loses, each with its warning; `asked` if removing it is the purpose of the type. */
  lost?: Partial<Record<Property, WarningId | 'asked'>>;
}

const ofArchives: Case['lost'] = {
  tags: 'archive_untagged',
  form: 'fields_drawn',
  layers: 'layers_merged',
  xmp: 'metadata_reduced',
  signature: 'signature_invalidated',
};
const ofSheets: Case['lost'] = {
  tags: 'tags_removed',
  form: 'fields_drawn',
  labels: 'labels_removed',
  signature: 'signature_invalidated',
};
const signature = 'signature_invalidated';
const password = 'secret';
const cases: Case[] = [
  { type: 'pdf-attachments', options: { action: 'add' }, files: ['rich.pdf', 'note.txt'] },
  { type: 'pdf-bookmarks', options: { action: 'set', bookmarks: [{ title: 'New', page: 1, level: 1 }] } },
  { type: 'pdf-compress' },
  { type: 'pdf-crop', options: { content: true } },
  { type: 'pdf-extract', options: { pages: '1-5' } },
  { type: 'pdf-flatten', lost: { form: 'asked', signature } },
  { type: 'pdf-form', options: { action: 'fill', values: { first: 'new' } } },
  { type: 'pdf-form', options: { action: 'flatten' }, lost: { form: 'asked', signature } },
  {
    type: 'pdf-invoice',
    options: { action: 'attach' },
    files: ['rich.pdf', 'invoice.xml'],
    lost: ofArchives,
  },
  { type: 'pdf-layout', options: { mode: 'nup' }, lost: ofSheets },
  { type: 'pdf-layout', options: { mode: 'booklet' }, lost: ofSheets },
  { type: 'pdf-layout', options: { mode: 'resize', pageSize: 'a5' } },
  { type: 'pdf-layout', options: { mode: 'upright' } },
  { type: 'pdf-linearize' },
  { type: 'pdf-merge', files: ['rich.pdf', 'stamp.pdf'], lost: { xmp: 'metadata_reduced', signature } },
  { type: 'pdf-metadata', options: { title: 'New' } },
  { type: 'pdf-number' },
  { type: 'pdf-protect', options: { userPassword: password } },
  { type: 'pdf-recolor', lost: ofArchives },
  {
    type: 'pdf-recolor',
    options: { mode: 'inverted' },
    lost: { form: 'fields_drawn', signature: 'signature_invalidated' },
  },
  {
    type: 'pdf-redact',
    options: { boxes: [{ page: 1, x: 500, y: 20, width: 20, height: 20 }] },
    lost: { attachments: 'asked', info: 'asked', xmp: 'asked', signature },
  },
  { type: 'pdf-remove', options: { pages: '2' } },
  { type: 'pdf-reorder', options: { pages: '1-' } },
  { type: 'pdf-repair' },
  { type: 'pdf-rotate', options: { angle: 90 } },
  {
    type: 'pdf-sanitize',
    lost: { attachments: 'asked', info: 'asked', xmp: 'asked', signature },
  },
  { type: 'pdf-sign', options: { certificate: makeCertificate('Ada') }, lost: {} },
  { type: 'pdf-split', lost: { attachments: 'parts_without_attachments', signature } },
  { type: 'pdf-stamp', files: ['rich.pdf', 'stamp.pdf'] },
  { type: 'pdf-to-pdfa', lost: { ...ofArchives, attachments: 'attachments_removed' } },
  // An invoice is attached to the same kind of archive.
  ...(runsAll ? [{ type: 'pdf-to-pdfa', options: { standard: '3b' }, lost: ofArchives }] : []),
  { type: 'pdf-unlock', options: { password }, files: ['locked.pdf'] },
  { type: 'pdf-watermark', options: { text: 'Draft' } },
];

const makersOfOthers = ['pdf-barcode', 'pdf-compare', 'pdf-images', 'pdf-info', 'pdf-to-image', 'pdf-verify'];

const at = testFolder();
beforeAll(async () => {
  const file = await makePdf(at('rich.pdf'), rich);
  await makePdf(at('stamp.pdf'), { pages: [{ text: 'stamp' }], size: [100, 40] });
  await writeFile(at('note.txt'), 'another');
  await writeFile(at('invoice.xml'), makeInvoice());
  execFileSync('qpdf', ['--encrypt', password, 'owner', '256', '--', file, at('locked.pdf')]);
});

describe('properties of a document that a job type does not change', () => {
  it.each(cases)(
    'are kept by $type $options, or their loss causes a warning',
    async ({ type, options = {}, files = ['rich.pdf'], lost = { signature } }) => {
      const { job } = await import(`../${type}/job.ts`);
      const { run } = await import(`../${type}/run.ts`);
      await using made = await runJob(job, run, files.map(at), options);
      const key = type === 'pdf-protect' ? password : '';
      const kept = await Promise.all(made.outputs.map(({ path }) => readProperties(path, key)));
      const warned = new Set<string>(made.warnings?.map(({ code, detail }) => detail ?? code));
      if (made.outputs[0]!.metadata?.signatureInvalidated) warned.add(signature);
      const missing = (Object.keys(kept[0]!) as Property[]).filter(name => !kept.some(has => has[name]));
      expect([...missing, ...(warned.has(signature) ? ['signature'] : [])].sort()).toEqual(
        Object.keys(lost).sort(),
      );
      expect([...warned].sort()).toEqual(
        Object.values(lost)
          .filter(id => id !== 'asked')
          .sort(),
      );
    },
  );

  it('are tested for every type that makes a PDF from a PDF', () => {
    const types = readdirSync(join(import.meta.dirname, '..')).filter(name => name.startsWith('pdf-'));
    expect(types).toEqual([...new Set([...cases.map(({ type }) => type), ...makersOfOthers])].sort());
  });
});
