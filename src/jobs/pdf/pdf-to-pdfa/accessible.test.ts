import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { difference, drawnPage } from '../testing/drawn.ts';
import { testFolder } from '../testing/folder.ts';
import { PdfObjects, references } from '../testing/pdf-objects.ts';
import { check } from '../testing/read-pdf.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
const pdfua = { pdfua: true };

const parts = {
  title: '/Title (Shapes)',
  language: '/Lang (en-GB)',
  marked: '/Marked true',
  description: '/Alt (A square)',
  level: '/H1',
  content: '/H1 << /MCID 0 >> BDC 0 0 9 9 re f EMC /Figure << /MCID 1 >> BDC 1 0 0 rg 20 20 50 50 re f EMC',
  artifact: '/Artifact BMC 0 0 m 100 0 l S EMC',
  link: '/StructParent 1',
};

/** Writes a document with a heading, a figure, an artifact and a link, all of them tagged. */
async function makeTagged(changes: Partial<typeof parts> = {}): Promise<string> {
  const part = { ...parts, ...changes };
  const objects = new PdfObjects();
  const [catalog, tree, page, tags, whole, link] = Array.from({ length: 6 }, () => objects.reserve()) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const tag = (kind: string, more: string) =>
    objects.add(`<< /Type /StructElem /S ${kind} /P ${whole} 0 R /Pg ${page} 0 R ${more} >>`);
  const heading = tag(part.level, '/K 0');
  const figure = tag('/Picture', `/K 1 ${part.description}`);
  const linked = tag('/Link', `/K << /Type /OBJR /Obj ${link} 0 R >>`);
  objects.set(
    whole,
    `<< /Type /StructElem /S /Document /P ${tags} 0 R /K ${references([heading, figure, linked])} >>`,
  );
  objects.set(
    tags,
    `<< /Type /StructTreeRoot /K ${whole} 0 R /RoleMap << /Picture /Figure >> /ParentTree << /Nums [0 ${references([heading, figure])} 1 ${linked} 0 R] >> >>`,
  );
  objects.set(
    link,
    `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.com/) >> ${part.link} >>`,
  );
  const content = objects.stream('', `${part.content} ${part.artifact}`);
  objects.set(
    page,
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 100 100] /Contents ${content} 0 R /StructParents 0 /Annots [${link} 0 R] >>`,
  );
  objects.set(tree, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`);
  objects.set(
    catalog,
    `<< /Type /Catalog /Pages ${tree} 0 R /StructTreeRoot ${tags} 0 R /MarkInfo << ${part.marked} >> ${part.language} >>`,
  );
  const info = objects.add(`<< ${part.title} /Author (Ann & Ben) >>`);
  await writeFile(at('tagged.pdf'), objects.file(`/Root ${catalog} 0 R /Info ${info} 0 R`));
  return at('tagged.pdf');
}

describe('pdf-to-pdfa with pdfua', () => {
  it('keeps the tags, describes links, and claims both standards', async () => {
    const file = await makeTagged();
    await using made = await runJob(job, run, file, { ...pdfua, standard: '3b' });
    const { path, metadata } = made.outputs[0]!;
    await check(path);
    expect(metadata).toMatchObject({ conformance: 'PDF/A-3b', accessibility: 'PDF/UA-1' });
    const xmp = execFileSync('pdfinfo', ['-meta', path], { encoding: 'utf8' });
    expect(xmp).toMatch(/pdfaid:part>3<[\s\S]*pdfuaid:part>1<[\s\S]*Shapes[\s\S]*Ann &amp; Ben/);
    const tags = execFileSync('pdfinfo', ['-struct', path], { encoding: 'utf8' });
    expect(tags.match(/H1|Figure|Link/g)).toEqual(['H1', 'Figure', 'Link']);
    const words = execFileSync('qpdf', ['--json=2', path], { encoding: 'utf8' });
    expect(words).toMatch(/"\/Contents": "u:https:\/\/example\.com\/"/);
    expect(words).toMatch(/"\/DisplayDocTitle": true/);
    expect(words).toMatch(/GTS_PDFA1/);
    expect(difference(await drawnPage(file), await drawnPage(path))).toBe(0);
  });

  it.each<[string, Partial<typeof parts>]>([
    ['title_missing', { title: '' }],
    ['language_missing', { language: '' }],
    ['tags_missing', { marked: '/Marked false' }],
    ['tags_missing', { artifact: '0 0 m 100 0 l S' }],
    ['tags_missing', { content: '/H1 << /MCID 7 >> BDC 0 0 9 9 re f EMC' }],
    ['tags_missing', { link: '' }],
    ['tags_missing', { level: '/Unknown' }],
    ['headings_skipped', { level: '/H2' }],
    ['pictures_undescribed', { description: '' }],
    ['archive_needs_rewriting', { artifact: '/Artifact BMC 1 0 0 0 k 0 0 9 9 re f EMC' }],
  ])('fails with %s for %j', async (id, changes) => {
    const file = await makeTagged(changes);
    await expect(runJob(job, run, file, pdfua)).rejects.toMatchObject({ id, reason: 'unsupported_content' });
  });

  it('is refused together with PDF/A-1b', async () => {
    const file = await makeTagged();
    await expect(runJob(job, run, file, { ...pdfua, standard: '1b' })).rejects.toMatchObject({
      message: expect.stringContaining('requires `options.standard`'),
    });
  });
});
