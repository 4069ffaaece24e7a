import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import * as extract from '../pdf-extract/job.ts';
import { run as runExtract } from '../pdf-extract/run.ts';
import * as merge from '../pdf-merge/job.ts';
import { run as runMerge } from '../pdf-merge/run.ts';
import * as split from '../pdf-split/job.ts';
import { run as runSplit } from '../pdf-split/run.ts';
import { PdfObjects } from '../testing/pdf-objects.ts';
import { fields, qpdfJson } from '../testing/read-pdf.ts';

let dir: string;
const at = (name: string) => join(dir, name);

function makeForm(ofCatalog: string, xfa = true): Buffer {
  const objects = new PdfObjects();
  const [catalog, tree] = [objects.reserve(), objects.reserve()];
  const field = objects.add(
    '<< /Type /Annot /Subtype /Widget /F 4 /Rect [10 10 90 30] /FT /Tx /T (name) /V (Ann) >>',
  );
  const page = objects.add(
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 200 200] /Annots [${field} 0 R] >>`,
  );
  objects.set(tree, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`);
  const form = `/AcroForm << /Fields [${field} 0 R] ${xfa ? '/XFA (x)' : ''} >>`;
  objects.set(catalog, `<< /Type /Catalog /Pages ${tree} 0 R ${form} ${ofCatalog} >>`);
  return objects.file(`/Root ${catalog} 0 R`);
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-xfa-'));
  await writeFile(at('plain.pdf'), makeForm('', false));
  await writeFile(at('hybrid.pdf'), makeForm(''));
  await writeFile(at('drawn.pdf'), makeForm('/NeedsRendering true'));
});
afterAll(() => rm(dir, { recursive: true }));

const ways = [
  ['pdf-merge', (name: string) => runJob(merge.job, runMerge, [at('plain.pdf'), at(name)])],
  ['pdf-extract', (name: string) => runJob(extract.job, runExtract, at(name), { pages: '1' })],
  ['pdf-split', (name: string) => runJob(split.job, runSplit, at(name), { mode: 'each' })],
] as const;

describe.each(ways)('%s of forms with XFA', (_, runOn) => {
  it('keeps the ordinary fields and reports that the XFA is gone', async () => {
    await using made = await runOn('hybrid.pdf');
    const [{ path, metadata }] = made.outputs as [(typeof made.outputs)[0]];
    expect(metadata).toMatchObject({ xfaRemoved: true });
    expect(Object.values(await fields(path)).map(({ value }) => value)).toContain('Ann');
    expect(JSON.stringify(await qpdfJson(path))).not.toContain('/XFA');
    await using plain = await runOn('plain.pdf');
    expect(plain.outputs[0]!.metadata).not.toHaveProperty('xfaRemoved');
  });

  it('refuses a form whose pages are drawn from its XFA', async () => {
    await expect(runOn('drawn.pdf')).rejects.toMatchObject({ id: 'xfa_unsupported' });
  });
});
