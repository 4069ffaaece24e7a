import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { runsAll } from '../../../../tests/support/needs.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { Refusal } from '../../job-type.ts';
import { testFolder } from '../testing/folder.ts';
import { en16931, makeInvoice } from '../testing/make-invoice.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { check as checkSound, outline, pageTexts } from '../testing/read-pdf.ts';
import { sample } from '../testing/sample.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
let file: string;
beforeAll(async () => {
  file = await makePdf(at('bill.pdf'), sample);
});

async function write(name: string, content: string): Promise<string> {
  await writeFile(at(name), content);
  return at(name);
}
const work = (files: string[], options: Record<string, unknown>) => runJob(job, run, files, options);
const inspect = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8' });

const profiles: [profile: string, guideline: string, name: string, relationship: string][] = [
  ['EN 16931', en16931, 'factur-x.xml', 'Alternative'],
  ['MINIMUM', 'urn:factur-x.eu:1p0:minimum', 'factur-x.xml', 'Data'],
  ['XRECHNUNG', `${en16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`, 'xrechnung.xml', 'Alternative'],
];

describe('pdf-invoice', () => {
  it.each(runsAll ? profiles : profiles.slice(0, 1))(
    'attaches %s as PDF/A-3 that other tools can read',
    async (profile, guideline, name, relation) => {
      const xml = makeInvoice(guideline);
      await using made = await work([file, await write('invoice.xml', xml)], { action: 'attach' });
      const { path, metadata } = made.outputs[0]!;
      await checkSound(path);
      expect(metadata).toMatchObject({ pages: 5, conformance: 'PDF/A-3b', profile });
      expect(inspect('pdfdetach', '-list', path)).toContain(name);
      inspect('pdfdetach', '-savefile', name, '-o', at('out.xml'), path);
      expect(await readFile(at('out.xml'), 'utf8')).toBe(xml);
      const xmp = inspect('pdfinfo', '-meta', path);
      expect(xmp).toMatch(/pdfaid:part(>|=['"])3/);
      expect(xmp).toContain(`<fx:ConformanceLevel>${profile}</fx:ConformanceLevel>`);
      inspect('python3', '-c', 'import sys,xml.dom.minidom as m; m.parseString(sys.argv[1])', xmp.trim());
      expect((await pageTexts(path))[0]).toContain('page one');
      expect(await outline(path)).toEqual(await outline(file));
      const copy = await write('made.pdf', '');
      await writeFile(copy, await readFile(path));
      await using checked = await work([copy], { action: 'check', profile });
      expect(JSON.parse(await readFile(checked.outputs[0]!.path, 'utf8'))).toMatchObject({
        valid: true,
        profile,
        guideline,
        attachment: { name, relationship: relation, contentType: 'text/xml' },
        metadata: { pdfaPart: '3', pdfaConformance: 'B', filename: name, profile },
        invoice: { number: 'R-1', seller: 'Müller & Co', currency: 'EUR', total: '119.00', date: '20260102' },
        problems: [],
      });
      await using out = await work([copy], { action: 'extract' });
      expect(out.outputs[0]).toMatchObject({ filename: name, format: 'xml', metadata: { profile } });
      expect(await readFile(out.outputs[0]!.path, 'utf8')).toBe(xml);
      // Attachments that the document had before are kept.
      expect(inspect('pdfdetach', '-list', copy)).toContain('note.txt');
    },
  );

  it('reports the problems of a document and of an invoice', async () => {
    await using none = await work([file], {});
    expect(JSON.parse(await readFile(none.outputs[0]!.path, 'utf8'))).toMatchObject({
      valid: false,
      problems: ['The document has no attached invoice.'],
    });
    const attachments = { 'factur-x.xml': makeInvoice(en16931).replace('R-1', '') };
    const bare = await makePdf(at('bare.pdf'), { pages: [{ text: 'one' }], attachments });
    await using checked = await work([bare], { profile: 'BASIC' });
    const { valid, problems } = JSON.parse(await readFile(checked.outputs[0]!.path, 'utf8'));
    expect(valid).toBe(false);
    expect(problems).toEqual([
      'The profile is EN 16931, not BASIC.',
      'The document does not claim to be PDF/A-3.',
      'The metadata do not name the invoice.',
      'The attachment does not say how it is related to the document.',
      'The invoice has no number.',
    ]);
  });

  it('says what an attached invoice lacks', async () => {
    const xml = makeInvoice(en16931).replace('R-1', '');
    await using made = await work([file, await write('invoice.xml', xml)], { action: 'attach' });
    expect(made.outputs[0]!.metadata).toMatchObject({ problems: 'The invoice has no number.' });
  });

  it('refuses XML that is not an invoice, or has another profile', async () => {
    const attach = async (text: string, more = {}) =>
      work([file, await write('invoice.xml', text)], { action: 'attach', ...more });
    await expect(attach('<a/>')).rejects.toMatchObject({ id: 'invoice_unknown' });
    await expect(attach(`<!DOCTYPE a [<!ENTITY b "c">]>${makeInvoice(en16931)}`)).rejects.toMatchObject({
      id: 'invoice_unknown',
    });
    await expect(attach(makeInvoice(en16931), { profile: 'BASIC' })).rejects.toMatchObject({
      id: 'invoice_of_other_profile',
    });
    await expect(work([file], { action: 'extract' })).rejects.toMatchObject({ id: 'no_invoice' });
    expect(() => job.resolve({ input: 'pdf', options: { action: 'attach' }, files: 1 })).toThrow(
      new Refusal('files', 'The invoice is missing: give it as `invoice`, an XML file after the document.'),
    );
  });
});
