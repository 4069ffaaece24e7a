import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { Refusal } from '../../job-type.ts';
import { job as infoJob } from '../pdf-info/job.ts';
import { run as describePdf } from '../pdf-info/run.ts';
import { difference, drawnPage } from '../testing/drawn.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { PdfObjects } from '../testing/pdf-objects.ts';
import { check, fields, labels, links, outline, pageTexts } from '../testing/read-pdf.ts';
import { sample } from '../testing/sample.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
let file: string;

/** A page with text and a field, and around it everything that is to go, each with a word of its own. */
function makeLoaded(path: string): string {
  const objects = new PdfObjects();
  const tree = objects.reserve();
  // Many programs write the lengths of streams as objects of their own.
  objects.add('42');
  const xmp = objects.stream('/Type /Metadata', '<rdf>SecretXmp</rdf>');
  const attached = objects.stream('/Type /EmbeddedFile', 'SecretFile');
  const film = objects.stream('/Type /EmbeddedFile', 'SecretFilm');
  const spec = objects.add(`<< /Type /Filespec /F (notes.txt) /EF << /F ${attached} 0 R >> >>`);
  const script = (text: string) => `<< /S /JavaScript /JS (Secret${text}) >>`;
  const content = objects.stream('', 'BT /F 20 Tf 20 150 Td (Kept text) Tj ET');
  const font = objects.add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  const link = objects.add(
    '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://secret-link.example/) >> >>',
  );
  const named = objects.add(script('Second'));
  const field = objects.add(
    `<< /Type /Annot /Subtype /Widget /Rect [20 60 120 80] /FT /Tx /T (name) /V (Kept value) /AA << /K ${script('Keystroke')} >> >>`,
  );
  const page =
    objects.add(`<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 200 200] /Contents ${content} 0 R
    /Resources << /Font << /F ${font} 0 R >> >> /PieceInfo << /Editor << /Private (SecretEditor) >> >> /AA << /O ${script('OnOpen')} >>
    /Annots [ ${field} 0 R
      ${link} 0 R
      << /Type /Annot /Subtype /Link /Rect [9 0 18 9] /Dest [0 /Fit] /A << /S /GoTo /D [0 /Fit] /Next [${script('Next')}] >> >>
      << /Type /Annot /Subtype /Text /Rect [30 30 40 40] /Contents (SecretNote) >>
      << /Type /Annot /Subtype /FileAttachment /Rect [50 30 60 40] /FS << /F (b) /EF << /F ${attached} 0 R >> >> >>
      << /Type /Annot /Subtype /RichMedia /Rect [70 30 80 40] /RichMediaContent << /Assets << /Names [(a) << /EF << /F ${film} 0 R >> >>] >> >> >>
    ] >>`);
  objects.set(tree, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`);
  const info = objects.add('<< /Author (SecretAuthor) >>');
  const root =
    objects.add(`<< /Type /Catalog /Pages ${tree} 0 R /Metadata ${xmp} 0 R /OpenAction << /S /Launch /F (SecretProgram) >>
    /Names << /EmbeddedFiles << /Names [(notes.txt) ${spec} 0 R] >> /JavaScript << /Names [(a) ${script('Named')} (b) ${named} 0 R] >> >>
    /AcroForm << /Fields [${field} 0 R] /XFA (SecretXfa) >> >>`);
  writeFileSync(path, objects.file(`/Root ${root} 0 R /Info ${info} 0 R`));
  return path;
}

beforeAll(() => {
  file = makeLoaded(at('loaded.pdf'));
});
const sanitize = (options: Record<string, unknown> = {}) => runJob(job, run, file, options);
const findSecrets = (path: string) => [
  ...new Set(readFileSync(path, 'latin1').match(/Secret\w+|secret-link/g)),
];

describe('pdf-sanitize', () => {
  it('removes metadata, scripts and files, and keeps text, fields, comments and links', async () => {
    await using made = await sanitize();
    const { path, metadata } = made.outputs[0]!;
    await check(path);
    expect(metadata).toEqual({ pages: 1, scripts: 7, attachments: 2 });
    expect(findSecrets(path).sort()).toEqual(['SecretNote', 'secret-link']);
    expect((await pageTexts(path))[0]).toContain('Kept text');
    expect((await fields(path)).name).toMatchObject({ value: 'Kept value' });
    await using told = await runJob(infoJob, describePdf, path, {});
    const report = JSON.parse(readFileSync(told.outputs[0]!.path, 'utf8'));
    expect(report).toMatchObject({ scripts: 0, attachments: 0 });
  });

  it('removes comments and links on request, and only what is asked for', async () => {
    await using made = await sanitize({
      ...{ metadata: false, scripts: false, attachments: false },
      ...{ comments: true, links: true },
    });
    const { path, metadata } = made.outputs[0]!;
    expect(metadata).toEqual({ pages: 1, comments: 1, links: 2 });
    const secrets = findSecrets(path);
    for (const gone of ['SecretNote', 'secret-link', 'SecretProgram']) expect(secrets).not.toContain(gone);
    for (const kept of ['SecretOnOpen', 'SecretNamed', 'SecretEditor']) expect(secrets).toContain(kept);
  });

  it('turns fields into page content, and removes hidden layers with what they hold', async () => {
    const layered = await makePdf(at('layered.pdf'), {
      pages: [{ text: 'Shown text', fields: [{ name: 'city', value: 'Kept city' }] }],
      hiddenLayers: ['SecretLayer'],
      isSigned: true,
    });
    await using made = await runJob(job, run, layered, { fields: true, layers: true });
    const { path, metadata } = made.outputs[0]!;
    await check(path);
    expect(metadata).toMatchObject({ fields: 1, layers: 1, signatureInvalidated: true });
    expect((await pageTexts(path))[0]).toMatch(/^Shown text\s+Kept city$/);
    expect(await fields(path)).toEqual({});
    const unpacked = execFileSync('qpdf', ['--qdf', '--object-streams=disable', path, '-']).toString(
      'latin1',
    );
    expect(unpacked).toContain('Shown text');
    expect(unpacked).not.toMatch(/\(hidden\)|SecretLayer|\/FT|\/Sig/);
  });

  it('changes nothing that is seen or navigated by', async () => {
    const plain = await makePdf(at('sample.pdf'), sample);
    await using made = await runJob(job, run, plain, {});
    const { path } = made.outputs[0]!;
    await check(path);
    for (const read of [outline, links, labels, fields, pageTexts])
      expect(await read(path)).toEqual(await read(plain));
    expect(difference(await drawnPage(path, 1), await drawnPage(plain, 1))).toBe(0);
  });

  it('refuses to remove nothing', () => {
    const kinds = ['metadata', 'scripts', 'attachments', 'comments', 'links', 'fields', 'layers'] as const;
    const options = Object.fromEntries(kinds.map(kind => [kind, false])) as Record<
      (typeof kinds)[number],
      boolean
    >;
    expect(() => job.resolve({ input: 'pdf', options })).toThrow(Refusal);
  });
});
