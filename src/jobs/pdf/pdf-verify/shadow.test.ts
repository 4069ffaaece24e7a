import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { makeCertificate } from '../../../../tests/support/servers/certificate.ts';
import { job as signJob } from '../pdf-sign/job.ts';
import { run as sign } from '../pdf-sign/run.ts';
import { testFolder } from '../testing/folder.ts';
import { PdfObjects } from '../testing/pdf-objects.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
/** Room for a signature, in hexadecimal digits. */
const room = 8000;
const ids = {
  catalog: 1,
  tree: 2,
  page: 3,
  contents: 4,
  text: 5,
  drawings: 6,
  hidden: 7,
  form: 8,
  other: 9,
  field: 10,
  layers: 11,
  layer: 12,
  amount: 13,
  missing: 14,
};
const page = `<< /Type /Page /Parent ${ids.tree} 0 R /MediaBox [0 0 300 200] /Contents ${ids.contents} 0 R /Resources << /XObject ${ids.drawings} 0 R >> /Annots [${ids.field} 0 R`;
const catalog = (layers: string) =>
  `<< /Type /Catalog /Pages ${ids.tree} 0 R /AcroForm << /Fields [${ids.field} 0 R ${ids.amount} 0 R] /SigFlags 3 >> /OCProperties ${layers} >>`;

const amount = (value: string) => `<< /FT /Tx /T (amount) /V (${value}) >>`;
const makeTerms = (method: string, terms: string) =>
  `/Reference [<< /Type /SigRef /TransformMethod /${method} /TransformParams << /Type /TransformParams ${terms} /V /1.2 >> >>]`;
const allow = (permission: number) => makeTerms('DocMDP', `/P ${permission}`);
const lock = (terms: string) => makeTerms('FieldMDP', terms);

/** A signed document, prepared so that parts of its page look as if they may be changed or added later. */
function makeSigned(terms = '', format = 'ETSI.CAdES.detached'): Buffer {
  const objects = new PdfObjects();
  const box = '/Type /XObject /Subtype /Form /BBox [0 0 9 9]';
  objects.add(catalog(`${ids.layers} 0 R`));
  objects.add(`<< /Type /Pages /Count 1 /Kids [${ids.page} 0 R] >>`);
  objects.add(`${page}] >>`);
  objects.add(`[${ids.text} 0 R]`);
  objects.stream('/Type /Metadata', '/V Do /W Do');
  objects.add(`<< /CreationDate (x) /V ${ids.form} 0 R /W ${ids.missing} 0 R >>`);
  objects.add('[]');
  objects.stream(box, '0 0 5 5 re f');
  objects.stream(box, '0 0 9 9 re f');
  objects.add(
    `<< /Type /Annot /Subtype /Widget /FT /Sig /T (S) /Rect [0 0 0 0] /F 132 /P ${ids.page} 0 R /V << /Type /Sig /Filter /Adobe.PPKLite /SubFilter /${format} ${terms} /ByteRange [0 1111111111 2222222222 3333333333] /Contents <${'0'.repeat(room)}> >> >>`,
  );
  objects.add(`<< /OCGs [${ids.layer} 0 R] /D << /ON [${ids.layer} 0 R] /OFF ${ids.hidden} 0 R >> >>`);
  objects.add('<< /Type /OCG /Name (L) >>');
  objects.add(amount('100'));
  const bytes = objects.file(`/Root ${ids.catalog} 0 R`);
  const first = bytes.indexOf('/Contents <0') + '/Contents '.length;
  const second = first + room + 2;
  const fill = (mark: string, value: number) => bytes.write(String(value).padEnd(10), bytes.indexOf(mark));
  fill('1111111111', first);
  fill('2222222222', second);
  fill('3333333333', bytes.length - second);
  const covered = Buffer.concat([bytes.subarray(0, first), bytes.subarray(second)]);
  const args = ['cms', '-sign', '-binary', '-cades', '-md', 'sha256', '-outform', 'DER'];
  const signature = execFileSync('openssl', [...args, '-signer', at('certificate'), '-inkey', at('key')], {
    input: covered,
  });
  bytes.write(signature.toString('hex'), first + 1);
  return bytes;
}

/** Appends objects as an incremental update, which keeps the signed bytes. */
function update(bytes: Buffer, objects: Record<number, string>, root: number = ids.catalog): Buffer {
  const previous = bytes.toString('latin1').match(/startxref\s+(\d+)\s+%%EOF\s*$/)![1];
  let [added, table] = ['', 'xref\n'];
  for (const [id, body] of Object.entries(objects)) {
    table += `${id} 1\n${String(bytes.length + added.length).padStart(10, '0')} 00000 n \n`;
    added += `${id} 0 obj\n${body}\nendobj\n`;
  }
  const end = `trailer\n<< /Size 99 /Root ${root} 0 R /Prev ${previous} >>\nstartxref\n${bytes.length + added.length}\n%%EOF\n`;
  return Buffer.concat([bytes, Buffer.from(added + table + end)]);
}

async function verify(bytes: Buffer): Promise<Record<string, unknown>> {
  await writeFile(at('judged.pdf'), bytes);
  await using made = await runJob(job, run, at('judged.pdf'));
  const { signatures } = JSON.parse(await readFile(made.outputs[0]!.path, 'utf8'));
  expect(signatures).toHaveLength(1);
  return signatures[0];
}

async function judge(bytes: Buffer): Promise<unknown> {
  const { status, changesAfter } = await verify(bytes);
  return [status, changesAfter];
}

const comment = {
  [ids.page]: `${page} 60 0 R] >>`,
  60: '<< /Type /Annot /Subtype /FreeText /Rect [10 10 90 50] /Contents (x) /DA (/Helv 12 Tf) >>',
};
const drawing = '0 0 99 99 re f';
const drawn = `<< /Type /XObject /Subtype /Form /BBox [0 0 99 99] /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`;
const stream = `<< /Length ${drawing.length} /Type /Metadata >>\nstream\n${drawing}\nendstream`;

let signed: Buffer;
beforeAll(() => {
  const subject = ['-subj', '/CN=Grace Hopper', '-keyout', at('key'), '-out', at('certificate')];
  const kind = ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
  execFileSync('openssl', ['req', '-x509', '-nodes', '-newkey', ...kind, ...subject], { stdio: 'pipe' });
  signed = makeSigned();
});

describe('pdf-verify of documents prepared for changes after signing (shadow attacks)', () => {
  it.each<[string, Record<number, string>, number?]>([
    ['a stream added to the content of a page', { [ids.contents]: `[${ids.text} 0 R 60 0 R]`, 60: stream }],
    ['content that claims to be metadata', { [ids.text]: stream }],
    ['a drawing that was missing', { [ids.missing]: drawn }],
    ['another drawing by the same name', { [ids.drawings]: `<< /CreationDate (x) /V ${ids.other} 0 R >>` }],
    ['a layer that is switched off', { [ids.hidden]: `[${ids.layer} 0 R]` }],
    [
      'another catalog',
      { 60: catalog(`<< /OCGs [${ids.layer} 0 R] /D << /OFF [${ids.layer} 0 R] >> >>`) },
      60,
    ],
    [
      'an XFA form shown instead of the pages',
      { [ids.catalog]: catalog(`${ids.layers} 0 R`).replace('/SigFlags', `/XFA ${ids.text} 0 R /SigFlags`) },
    ],
  ])('detects %s', async (_, objects, root) => {
    expect(await judge(update(signed, objects, root))).toEqual(['invalid', 'content']);
  });

  it('accepts added comments unless the signer forbade them', async () => {
    expect(await judge(signed)).toEqual(['valid', 'none']);
    expect(await judge(update(signed, comment))).toEqual(['valid', 'additions']);
    expect(await judge(update(makeSigned(allow(3)), comment))).toEqual(['valid', 'additions']);
    expect(await judge(update(makeSigned(allow(2)), comment))).toEqual(['invalid', 'additions']);
    expect(await judge(makeSigned(allow(1)))).toEqual(['valid', 'none']);
  });

  it.each<[string, string, string]>([
    ['no field', '', 'valid'],
    ['all fields', '/Action /All', 'invalid'],
    ['the field that is changed', '/Action /Include /Fields [(amount)]', 'invalid'],
    ['another field', '/Action /Include /Fields [(amount2)]', 'valid'],
    ['all fields but another', '/Action /Exclude /Fields [(amount2)]', 'invalid'],
    ['all fields but the one that is changed', '/Action /Exclude /Fields [(amount)]', 'valid'],
  ])('judges a changed field where the signer locked %s', async (_, terms, status) => {
    const changed = update(makeSigned(terms && lock(terms)), { [ids.amount]: amount('900') });
    expect(await judge(changed)).toEqual([status, 'additions']);
  });

  it('finds signatures invalid whose signers allowed no other, and signing warns of that', async () => {
    await writeFile(at('closed.pdf'), makeSigned(allow(1)));
    const certificate = makeCertificate('Ada Lovelace');
    await using made = await runJob(signJob, sign, at('closed.pdf'), { certificate });
    expect(made.outputs[0]!.metadata).toMatchObject({ signatureInvalidated: true });
    await using verified = await runJob(job, run, made.outputs[0]!.path);
    const { signatures } = JSON.parse(await readFile(verified.outputs[0]!.path, 'utf8'));
    expect(signatures).toMatchObject([{ status: 'invalid', changesAfter: 'additions' }, { status: 'valid' }]);
  });

  it('detects that what the signer allowed was exchanged', async () => {
    const locked = makeSigned(lock('/Action /All'));
    const [field] = locked.toString('latin1').match(/<< \/Type \/Annot .*?(?=\nendobj)/s)!;
    const unlocked = field.replace('/Reference', '/Unused');
    const changed = update(locked, { [ids.field]: unlocked, [ids.amount]: amount('900') });
    expect(await judge(changed)).toEqual(['invalid', 'content']);
  });

  it('names the level of a signature that is not PAdES', async () => {
    const signature = await verify(makeSigned('', 'adbe.pkcs7.detached'));
    expect(signature).toMatchObject({ status: 'valid', format: 'adbe.pkcs7.detached', level: 'PKCS7-B' });
  });

  it('reports a signature with foreign content in its place as unreadable', async () => {
    const bytes = Buffer.from(signed);
    bytes.write('> /', bytes.indexOf('/Contents <3') + room - 20);
    expect(await judge(bytes)).toEqual(['unreadable', 'none']);
  });
});
