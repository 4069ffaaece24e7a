import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { testFolder } from '../testing/folder.ts';
import { PdfObjects, references } from '../testing/pdf-objects.ts';
import { check, fields, qpdfJson } from '../testing/read-pdf.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();

/** Two boxes and two texts, each pair looking alike; usage rights signed for the whole file. */
async function form(path: string): Promise<string> {
  const objects = new PdfObjects();
  const [catalog, tree, page] = [objects.reserve(), objects.reserve(), objects.reserve()];
  const look = (content: string) => objects.stream('/Subtype /Form /BBox [0 0 20 20]', content);
  const widget = (name: string, entries: string, x: number) =>
    objects.add(
      `<< /Type /Annot /Subtype /Widget /T (${name}) /Rect [${x} 10 ${x + 20} 30] /P ${page} 0 R ${entries} >>`,
    );
  const box = (name: string, x: number) => {
    const states = `/Yes ${look('1 0 0 rg 0 0 20 20 re f')} 0 R /Off ${look('')} 0 R`;
    return widget(name, `/FT /Btn /V /Yes /AS /Yes /AP << /N << ${states} >> >>`, x);
  };
  const text = (name: string, x: number) =>
    widget(name, `/FT /Tx /V (same) /AP << /N ${look('/Tx BMC 0 0 1 rg 0 0 20 20 re f EMC')} 0 R >>`, x);
  const all = [box('a', 10), box('b', 40), text('c', 70), text('d', 100)];
  const rights = objects.add(`<< /Type /Sig /Filter /Adobe.PPKLite /Contents <${'00'.repeat(4000)}> >>`);
  objects.set(
    catalog,
    `<< /Type /Catalog /Pages ${tree} 0 R /Perms << /UR3 ${rights} 0 R >> /AcroForm << /Fields ${references(all)} >> >>`,
  );
  objects.set(tree, `<< /Type /Pages /Count 1 /Kids [${page} 0 R] >>`);
  objects.set(
    page,
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 200 200] /Annots ${references(all)} >>`,
  );
  await writeFile(path, objects.file(`/Root ${catalog} 0 R`));
  return path;
}

async function objectsOf(path: string): Promise<Record<string, Found>> {
  const { qpdf } = (await qpdfJson(path, 'qpdf')) as unknown as { qpdf: [unknown, Record<string, Found>] };
  return qpdf[1];
}

describe('pdf-compress of a form', () => {
  it('merges equal appearances of checkboxes, but not of text fields', async () => {
    const path = await form(at('form.pdf'));
    await using made = await runJob(job, run, path);
    const smaller = made.outputs[0]!.path;
    await check(smaller);
    expect(await fields(smaller)).toEqual(await fields(path));
    const looks = Object.fromEntries(
      Object.values(await objectsOf(smaller)).flatMap(({ value }) =>
        value?.['/Subtype'] === '/Widget' ? [[value['/T'], value['/AP']!['/N']]] : [],
      ),
    );
    expect(looks['u:a']).toEqual(looks['u:b']);
    expect(looks['u:c']).not.toEqual(looks['u:d']);
    expect(looks['u:c']).toMatch(/R$/);
  });

  it('removes usage rights, which a changed document no longer has', async () => {
    await using made = await runJob(job, run, await form(at('rights.pdf')));
    const text = JSON.stringify(await objectsOf(made.outputs[0]!.path));
    expect(text).toMatch(/AcroForm/);
    expect(text).not.toMatch(/UR3|Adobe\.PPKLite/);
  });
});

interface Found {
  value?: { '/Subtype'?: string; '/T'?: string; '/AP'?: Record<string, unknown> };
}
