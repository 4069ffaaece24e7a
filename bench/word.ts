import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const soffice = '/usr/lib/libreoffice/program/soffice.bin';

const paragraph = (seed: number): string =>
  Array.from(
    { length: 95 },
    (_, i) => ['the', 'office', 'keeps', 'documents', 'warm'][(i * 7 + seed * 3 + (i >> 2)) % 5],
  ).join(' ');

/** A typical office report: headings, paragraphs with emphasis, a list and a table on each page. */
const section = (index: number): string => `
# Section ${index}

${paragraph(index)} with **bold**, *italic* and [a link](https://example.org/${index}).

## Findings

- first of ${index}
- second, *emphasised*
- third

| Name | Amount | Note |
|------|-------:|------|
${Array.from({ length: 8 }, (_, row) => `| row ${row} | ${row * index} | ${paragraph(row).slice(0, 40)} |`).join('\n')}

${paragraph(index + 1)}

${paragraph(index + 2)}
`;

/** Writes a report of about a page per section as a Word document. */
export async function wordDocument(dir: string, sections: number): Promise<string> {
  const [markdown, docx] = [join(dir, `${sections}.md`), join(dir, `${sections}.docx`)];
  await writeFile(markdown, Array.from({ length: sections }, (_, i) => section(i + 1)).join('\n'));
  await run('pandoc', [markdown, '-o', docx]);
  return docx;
}

/** One `soffice --convert-to` per file, as many at once as there are cores, each with an existing profile. */
export async function convertCold(docx: string, dir: string, lane: number): Promise<string> {
  const out = join(dir, `cold-${lane}`);
  const profile = `-env:UserInstallation=file://${join(dir, `profile-${lane}`)}`;
  const args = [profile, '--headless', '--norestore', '--convert-to', 'pdf', '--outdir', out, docx];
  // The first start of a profile exits with 81 and is repeated, which is not measured.
  await run(soffice, args, { env: { PATH: '/usr/bin:/bin', HOME: dir, SAL_USE_VCLPLUGIN: 'svp' } }).catch(
    () => {},
  );
  return join(out, `${docx.split('/').pop()!.replace('.docx', '')}.pdf`);
}
