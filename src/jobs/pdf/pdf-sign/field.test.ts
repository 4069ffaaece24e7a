import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { makeCertificate } from '../../../../tests/support/servers/certificate.ts';
import { job as verifyJob } from '../pdf-verify/job.ts';
import { run as verify } from '../pdf-verify/run.ts';
import { changedPart, drawnPage } from '../testing/drawn.ts';
import { testFolder } from '../testing/folder.ts';
import { PdfObjects, references, text } from '../testing/pdf-objects.ts';
import { check, pageTexts } from '../testing/read-pdf.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
const grace = { certificate: makeCertificate('Grace Hopper') };

interface FieldOptions {
  name: string;
  /** Its place on the page, left, bottom, right and top. */
  rect?: string;
  entries?: string;
}

/** Further entries of the page, the form and its text field. */
interface Entries {
  page?: string;
  form?: string;
  amount?: string;
}

/** Makes a form on one page with these signature fields and a text field, in points from the lower left. */
async function makeForm(
  file: string,
  fields: FieldOptions[],
  { page = '', form = '', amount = '' }: Entries = {},
): Promise<string> {
  const objects = new PdfObjects();
  const [catalog, tree, leaf] = [objects.reserve(), objects.reserve(), objects.reserve()];
  const widget = `/Type /Annot /Subtype /Widget /F 4 /P ${leaf} 0 R`;
  const ids = fields.map(({ name, rect = '100 600 300 660', entries = '' }) =>
    objects.add(`<< ${widget} /FT /Sig /T (${name}) /Rect [${rect}] ${entries} >>`),
  );
  ids.push(
    objects.add(
      `<< ${widget} /FT /Tx /T (amount) /DA (/Helv 12 Tf 0 g) /Rect [100 400 300 420] ${amount} >>`,
    ),
  );
  objects.set(
    catalog,
    `<< /Type /Catalog /Pages ${tree} 0 R /AcroForm << /Fields ${references(ids)} /DA (/Helv 12 Tf 0 g) ${form} >> >>`,
  );
  objects.set(tree, `<< /Type /Pages /Count 1 /Kids [${leaf} 0 R] >>`);
  objects.set(
    leaf,
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 612 792] /Annots ${references(ids)} /Resources << >> ${page} >>`,
  );
  await writeFile(at(file), objects.file(`/Root ${catalog} 0 R`));
  return at(file);
}

async function sign(file: string, output: string, options: object = {}) {
  await using made = await runJob(job, run, file, { ...grace, ...options });
  const { path, metadata } = made.outputs[0]!;
  await writeFile(at(output), await readFile(path));
  return { file: at(output), metadata };
}

const askPoppler = (file: string): string =>
  execFileSync('pdfsig', ['-nocert', file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

async function readSignatures(file: string): Promise<unknown[]> {
  await using made = await runJob(verifyJob, verify, file);
  return JSON.parse(await readFile(made.outputs[0]!.path, 'utf8')).signatures;
}

describe('pdf-sign in a field of the form', () => {
  it('shows the values of a form whose appearances are left to viewers', async () => {
    const entries = { form: '/NeedAppearances true', amount: `/V ${text('12 € Łódź')}` };
    const form = await makeForm('stale.pdf', [{ name: 'approval' }], entries);
    const { file, metadata } = await sign(form, 'stale-signed.pdf');
    await check(file);
    expect((await pageTexts(file))[0]).toMatch(/Signed by Grace Hopper[\s\S]*12 € Łódź/);
    expect(metadata).not.toHaveProperty('repaired');
    expect(askPoppler(file)).toContain('Signature is Valid');
    // A second signature changes nothing that was signed.
    const again = await sign(file, 'stale-twice.pdf');
    expect(askPoppler(again.file).match(/Signature is Valid/g)).toHaveLength(2);
  });

  it('signs the only empty field, and shows the signature in its place', async () => {
    const form = await makeForm('one.pdf', [{ name: 'approval' }]);
    const { file, metadata } = await sign(form, 'one-signed.pdf', { reason: 'Agreed' });
    await check(file);
    expect(metadata).toMatchObject({ signer: 'Grace Hopper', field: 'approval' });
    expect(askPoppler(file)).toMatch(/Field Name: approval[\s\S]*Signature Validation: Signature is Valid/);
    expect(await readSignatures(file)).toMatchObject([{ field: 'approval', status: 'valid' }]);
    expect((await pageTexts(file))[0]).toMatch(/Signed by Grace Hopper[\s\S]*Reason: Agreed/);
    const [before, after] = [await drawnPage(form, 1, 72), await drawnPage(file, 1, 72)];
    const part = changedPart(before, after);
    expect(part.x * before.width).toBeCloseTo(200, -1);
    expect(part.y * before.height).toBeCloseTo(792 - 630, -1);
    // No field is left, so a further signature has one of its own.
    const again = await sign(file, 'one-twice.pdf');
    expect(again.metadata).toMatchObject({ field: 'Signature1' });
    expect(askPoppler(again.file).match(/Signature is Valid/g)).toHaveLength(2);
  });

  it('signs the field that is named, upright on a turned page; several empty ones are left alone', async () => {
    const form = await makeForm(
      'two.pdf',
      [{ name: 'buyer' }, { name: 'seller', rect: '100 100 160 300', entries: '/MK << /R 90 >>' }],
      { page: '/Rotate 90' },
    );
    const { file } = await sign(form, 'two-signed.pdf', { field: 'seller' });
    expect(await readSignatures(file)).toMatchObject([{ field: 'seller', status: 'valid' }]);
    expect((await pageTexts(file))[0]).toContain('Signed by Grace Hopper');
    const part = changedPart(await drawnPage(form, 1, 72), await drawnPage(file, 1, 72));
    expect([part.x * 792, part.y * 612].map(Math.round)).toEqual([
      expect.closeTo(200, -1),
      expect.closeTo(130, -1),
    ]);
    const { metadata } = await sign(form, 'two-invisible.pdf');
    expect(metadata).toMatchObject({ field: 'Signature1' });
    const box = { page: 1, x: 20, y: 30, width: 100, height: 40 };
    const one = await makeForm('box.pdf', [{ name: 'approval' }]);
    expect((await sign(one, 'box-signed.pdf', { box })).metadata).toMatchObject({ field: 'Signature1' });
  });

  it('locks the fields that the form wants locked', async () => {
    const lock = '/Lock << /Type /SigFieldLock /Action /Include /Fields [(amount)] >>';
    const form = await makeForm('lock.pdf', [{ name: 'approval', entries: lock }]);
    const { file } = await sign(form, 'locked.pdf');
    expect(askPoppler(file)).toContain('Signature is Valid');
    expect(await readSignatures(file)).toMatchObject([{ status: 'valid', changesAfter: 'none' }]);
    const bytes = await readFile(file);
    const text = bytes.toString('latin1');
    const [, id, field] = /\n(\d+) 0 obj\n(<< [^\n]*\/T \(amount\)[^\n]*) >>/.exec(text)!;
    const object = `${id} 0 obj\n${field} /V (1000) >>\nendobj\n`;
    const table = `xref\n${id} 1\n${String(bytes.length).padStart(10, '0')} 00000 n \n`;
    const place = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)![1];
    const end = `trailer\n<< /Root 1 0 R /Size 99 /Prev ${place} >>\nstartxref\n${bytes.length + object.length}\n%%EOF\n`;
    await writeFile(at('changed.pdf'), Buffer.concat([bytes, Buffer.from(object + table + end)]));
    expect(await readSignatures(at('changed.pdf'))).toMatchObject([
      { status: 'invalid', problem: expect.stringContaining('amount') },
    ]);
  });

  it.each([
    ['/Ff 8 /Reasons [(Approved) (Seen)]', {}, 'signature_reason_refused'],
    ['/Ff 8 /Reasons [(.)]', { reason: 'Approved' }, 'signature_reason_refused'],
    ['/Ff 2 /SubFilter [/adbe.pkcs7.sha1]', {}, 'signature_field_unsupported'],
    ['/Ff 64 /DigestMethod [(SHA512)]', {}, 'signature_field_unsupported'],
    ['/Cert << /Ff 2 /Issuer [(x)] >>', {}, 'signature_field_unsupported'],
    ['/MDP << /P 2 >>', {}, 'signature_field_unsupported'],
    ['/TimeStamp << /Ff 1 /URL (https://example.com) >>', {}, 'signature_timestamp_required'],
    [
      '/Ff 74 /Reasons [(Approved)] /SubFilter [/ETSI.CAdES.detached] /DigestMethod [(SHA256)]',
      { reason: 'Approved' },
      undefined,
    ],
    ['/Ff 0 /Reasons [(Approved)] /SubFilter [/adbe.pkcs7.sha1] /MDP << /P 0 >>', {}, undefined],
  ])('keeps to what the form asks: %s with %j', async (seed, options, refused) => {
    const form = await makeForm('seed.pdf', [
      { name: 'approval', rect: '0 0 0 0', entries: `/SV << ${seed} >>` },
    ]);
    const signing = sign(form, 'seed-signed.pdf', options);
    if (refused) await expect(signing).rejects.toMatchObject({ id: refused });
    else expect(askPoppler((await signing).file)).toContain('Signature is Valid');
  });

  it('refuses a field that is missing, or signed already', async () => {
    const form = await makeForm('refused.pdf', [{ name: 'approval' }]);
    await expect(sign(form, 'x.pdf', { field: 'amount' })).rejects.toMatchObject({
      id: 'signature_field_missing',
      part: 'amount',
    });
    const { file } = await sign(form, 'refused-signed.pdf');
    await expect(sign(file, 'x.pdf', { field: 'approval' })).rejects.toMatchObject({
      id: 'signature_field_signed',
    });
  });
});
