import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { runsAll } from '../../../../tests/support/needs.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { openDocument } from '../../../engines/pdfium/engine.ts';
import { drawnPage } from '../testing/drawn.ts';
import { testFolder } from '../testing/folder.ts';
import { PdfObjects } from '../testing/pdf-objects.ts';
import { check, outline, pageTexts } from '../testing/read-pdf.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
const name = 'Smithson';

interface Page {
  content: string;
  /** Entries of the page. */
  entries?: string;
}

/** Writes a document of small pages; `more` adds objects, and entries of the catalog and resources. */
function write(
  file: string,
  pages: Page[],
  more: (objects: PdfObjects) => {
    catalog?: string;
    resources?: string;
    xobjects?: string;
    fonts?: string;
    trailer?: string;
  } = () => ({}),
): string {
  const objects = new PdfObjects();
  const { catalog = '', resources = '', xobjects = '', fonts = '', trailer = '' } = more(objects);
  const font = objects.add(
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  );
  const tree = objects.reserve();
  const kids = pages.map(({ content, entries = '' }) =>
    objects.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 300 120] /Contents ${objects.stream('', content)} 0 R ${entries}
      /Resources << /Font << /F ${font} 0 R ${fonts} >> /XObject << ${xobjects} >> ${resources} >> >>`,
    ),
  );
  objects.set(
    tree,
    `<< /Type /Pages /Kids [${kids.map(kid => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`,
  );
  const root = objects.add(`<< /Type /Catalog /Pages ${tree} 0 R ${catalog} >>`);
  writeFileSync(at(file), objects.file(`/Root ${root} 0 R ${trailer}`));
  return at(file);
}

/** Returns everything readable in a file with an editor, with streams decompressed. */
function readRaw(path: string): string {
  const unpacked = execFileSync('qpdf', ['--qdf', '--object-streams=disable', path, '-'], {
    maxBuffer: 1 << 28,
  });
  return `${readFileSync(path, 'latin1')}\n${unpacked.toString('latin1')}`;
}

const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');

async function expectGone(path: string, gone = name): Promise<void> {
  await check(path);
  const raw = readRaw(path);
  expect(raw).not.toContain(gone);
  expect(raw.toLowerCase()).not.toContain(hex(gone));
  expect(raw).not.toContain(Buffer.from(gone, 'utf16le').swap16().toString('latin1'));
  expect((await pageTexts(path)).join(' ')).not.toContain(gone);
}

/** A grey picture of a text, 600 by 80 pixels. */
const picture = (text: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="80"><rect width="600" height="80" fill="white"/><text x="10" y="56" font-family="DejaVu Sans" font-size="44">${text}</text></svg>`,
    ),
  )
    .greyscale()
    .raw()
    .toBuffer();

const addPicture = (objects: PdfObjects, pixels: Buffer): number =>
  objects.stream(
    '/Type /XObject /Subtype /Image /Width 600 /Height 80 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /FlateDecode',
    deflateSync(pixels),
  );

const line = (text: string, more = '') => `BT /F 20 Tf ${more} 20 60 Td (${text}) Tj ET`;
const redact = (file: string, options: Record<string, unknown>) => runJob(job, run, file, options);

describe('pdf-redact in cases where redactions are known to fail', () => {
  it.each<[string, string]>([
    ['a black box over text', `${line(`Mr ${name} paid`)} 0 g 45 50 100 30 re f`],
    ['white text', line(`Mr ${name} paid`, '1 1 1 rg')],
    ['invisible text', line(`Mr ${name} paid`, '3 Tr')],
    ['text outside the page', `${line('Mr paid')} BT /F 20 Tf 400 60 Td (${name}) Tj ET`],
    ['text in pieces', 'BT /F 20 Tf 20 60 Td [(Mr S) -10 (mi) 5 (th)] TJ (so) Tj (n paid) Tj ET'],
    [
      'letters in another order',
      `BT /F 20 Tf 1 0 0 1 20 60 Tm (Mr paid) Tj ET ${[...name]
        .map((letter, index) => `BT /F 20 Tf 1 0 0 1 ${100 + 14 * index} 60 Tm (${letter}) Tj ET`)
        .reverse()
        .join(' ')}`,
    ],
    ['rotated text', `${line('Mr paid')} BT /F 12 Tf 0.7 0.7 -0.7 0.7 150 10 Tm (${name}) Tj ET`],
    [
      'texts that are not shown',
      `% ${name}\n${line('Mr paid')} /P << /Note (by ${name}) >> BDC EMC q BT 0 Tz /F 9 Tf (${name}) Tj /F 0.0 Tf [(${name})] TJ ET Q /Pattern cs /S scn 0 0 1 1 re f BT /F 20 Tf 20 20 Td (${name}) Tj ET`,
    ],
    ['text by other operators', `BT /F 20 Tf 20 TL 20 80 Td (Mr) Tj (${name}) ' 0 0 (paid) " ET`],
  ])('removes %s', async (title, content) => {
    const tile = (objects: PdfObjects) => ({
      resources: `/Pattern << /S ${objects.stream('/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << >>', `BT (${name}) Tj ET`)} 0 R >>`,
    });
    await using made = await redact(write(`${title}.pdf`, [{ content }], tile), { terms: [name] });
    const { path, metadata } = made.outputs[0]!;
    expect(metadata).toMatchObject({ matches: 1 });
    expect(made.warnings).toEqual([{ code: 'content_dropped', detail: 'patterned_text_removed' }]);
    await expectGone(path);
    expect((await pageTexts(path))[0]).toMatch(/Mr[\s\S]*paid/);
  });

  it('finds numbers below each other, and ends an expression with its line', async () => {
    const lines = [
      '+49 30 901820',
      '\\(030\\) 90 18 20',
      '+1 \\(415\\) 555-2671',
      'Name: Jane Doe',
      'Rest stays',
    ];
    const content = lines.map((text, at) => `BT /F 12 Tf 20 ${100 - 16 * at} Td (${text}) Tj ET`).join(' ');
    const options = { presets: ['phone'], patterns: ['Name: .*'] };
    await using made = await redact(write('below.pdf', [{ content }]), options);
    expect(await pageTexts(made.outputs[0]!.path)).toEqual(['Rest stays']);
  });

  it('removes steep text to the letter, and nothing beside it', async () => {
    const content = `BT /F 12 Tf -0.545 -0.839 0.839 -0.545 200 115 Tm (to ${name} WM) Tj ET`;
    await using made = await redact(write('steep.pdf', [{ content }]), { terms: [name] });
    const document = await openDocument(readFileSync(made.outputs[0]!.path));
    const left = document.read(0).glyphs.map(({ text }) => text);
    document.close();
    expect(left.join('')).toBe('toWM');
  });

  it.runIf(runsAll)(
    'keeps surrounding text in place, and does not reveal the widths of removed letters',
    async () => {
      const file = write('around.pdf', [{ content: line(`Mr ${name} paid`) }]);
      await using made = await redact(file, { terms: [name], label: 'removed' });
      const { path } = made.outputs[0]!;
      const [before, after] = [await drawnPage(file, 1, 72), await drawnPage(path, 1, 72)];
      const column = (grey: Buffer, x: number) => Array.from({ length: 120 }, (_, y) => grey[300 * y + x]!);
      for (const x of [25, 35, 160, 180]) expect(column(after.grey, x)).toEqual(column(before.grey, x));
      expect(Math.min(...column(after.grey, 100))).toBe(0);
      expect(readRaw(path)).toMatch(/\[\s*\(Mr \)\s*-?[\d.]+\s*\( paid\)\s*\]\s*TJ/);
      expect((await pageTexts(path))[0]).toContain('removed');
    },
  );

  it('removes a glyph that stands for several letters', async () => {
    const cmap =
      '1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <01> <006600660069> endbfchar 1 beginbfrange <20> <7e> <0020> endbfrange';
    const file = write(
      'ligature.pdf',
      [{ content: 'BT /L 20 Tf 20 60 Td (Mr Gri\\001n paid) Tj ET' }],
      objects => {
        const map = objects.stream('', `/CIDInit /ProcSet findresource begin begincmap ${cmap} endcmap end`);
        const widths = Array.from({ length: 127 }, () => 500).join(' ');
        return {
          fonts: `/L << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar 0 /LastChar 126 /Widths [${widths}] /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [1 /fi] >> /ToUnicode ${map} 0 R >>`,
        };
      },
    );
    await using made = await redact(file, { terms: ['griff'] });
    const [text] = await pageTexts(made.outputs[0]!.path);
    expect(text).not.toMatch(/Gri|ffi|Gr/);
    expect(text).toMatch(/Mr[\s\S]*paid/);
  });

  it('removes what is shown for a text of other letters, of which each mark says a part, and keeps such texts beside it', async () => {
    const speak = (text: string, shown: string) => `/Span << /ActualText (${text}) >> BDC (${shown}) Tj EMC`;
    const content = `BT /F 20 Tf 20 60 Td ${speak('Mr ', 'mr ')} ${speak('Smi', 'abc')} ${speak('thson', 'def')} ( paid) Tj ET`;
    await using made = await redact(write('stands for.pdf', [{ content }]), { terms: [name] });
    const { path } = made.outputs[0]!;
    await expectGone(path);
    expect(readRaw(path)).not.toMatch(/\((?:abc|def)/);
    expect(readRaw(path)).toContain('Mr ');
    expect((await pageTexts(path))[0]).toMatch(/^mr\s+paid$/i);
  });

  it('removes Arabic words with ligatures, whose letters readers put in the wrong order', async () => {
    const letters = { a: '0645', b: '062d', c: '062f', d: '0627', e: '06440623', f: '064a', g: '0646' };
    const map = Object.entries(letters).map(
      ([code, text]) => `<${Buffer.from(code).toString('hex')}> <${text}>`,
    );
    const file = write(
      'arabic.pdf',
      [{ content: 'BT /A 20 Tf 20 60 Td (bb gfaed caba ff) Tj ET' }],
      objects => ({
        fonts: `/A << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode ${objects.stream(
          '',
          `/CMapName /X def 1 begincodespacerange <00> <ff> endcodespacerange ${map.length} beginbfchar ${map.join(' ')} endbfchar endcmap`,
        )} 0 R >>`,
      }),
    );
    await using made = await redact(file, { terms: ['محمد الأمين'] });
    const { path, metadata } = made.outputs[0]!;
    expect(metadata).toMatchObject({ matches: 1 });
    expect(readRaw(path)).not.toMatch(/gfaed|caba/);
    expect(readRaw(path)).toMatch(/bb[\s\S]*ff/);
  });

  it('finds words with signs that nobody sees, and hyphens that are written as soft ones', async () => {
    const text = (letters: string) => `<feff${hex(letters)}>`;
    const title = [
      `${hex('Smith')}001b0065006e001b${hex('son')}`,
      hex('Smith\u00adson'),
      hex('Smith\u200bson'),
      hex('Ann\u00adMarie'),
    ];
    const file = write(
      'unseen.pdf',
      [
        {
          content: `/Span << /ActualText ${text('Smith\u00adson')} >> BDC ${line('Mr Ann\\255Marie paid')} EMC`,
        },
      ],
      objects => {
        const [root, ...items] = [objects.reserve(), ...title.map(() => objects.reserve())];
        for (const [at, item] of items.entries())
          objects.set(
            item,
            `<< /Title <feff${title[at]}> /Parent ${root} 0 R ${at > 0 ? `/Prev ${items[at - 1]} 0 R` : ''} ${at < items.length - 1 ? `/Next ${items[at + 1]} 0 R` : ''} /Dest [0 /Fit] >>`,
          );
        objects.set(root, `<< /First ${items[0]} 0 R /Last ${items.at(-1)} 0 R /Count ${items.length} >>`);
        return { catalog: `/Outlines ${root} 0 R` };
      },
    );
    await using made = await redact(file, { terms: [name, 'Ann-Marie'] });
    const { path } = made.outputs[0]!;
    expect((await outline(path)).map(item => item.title)).toEqual(title.map(() => '█████'));
    const raw = readRaw(path).toLowerCase();
    for (const part of ['Smith', 'son', 'Ann', 'Marie']) expect(raw).not.toContain(hex(part));
    expect((await pageTexts(path))[0]).toMatch(/^Mr\s+paid$/);
  });

  it('removes a letter whose accent is drawn by itself, as by LaTeX', async () => {
    const content = 'BT /F 20 Tf 20 60 Td [(Mr M\\250) 333 (uller paid)] TJ ET';
    await using made = await redact(write('accent.pdf', [{ content }]), { terms: ['Müller'] });
    expect((await pageTexts(made.outputs[0]!.path))[0]).toMatch(/^Mr\s+paid$/);
  });

  it('removes text in shared form XObjects and in Type 3 fonts', async () => {
    const content = `/Form Do BT /T 10 Tf 20 30 Td (ab) Tj ET`;
    const file = write('forms.pdf', [{ content }, { content: 'q 1 0 0 1 0 20 cm /Form Do Q' }], objects => {
      const inner = objects.stream(
        '/Type /XObject /Subtype /Form /BBox [0 0 300 120] /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >> >> >>',
        line(`Mr ${name} paid`),
      );
      const outer = objects.stream(
        `/Type /XObject /Subtype /Form /BBox [0 0 300 120] /Resources << /XObject << /In ${inner} 0 R >> >>`,
        '/In Do',
      );
      const draw = (shape: string) => objects.stream('', `1000 0 d0 ${shape}`);
      const map = objects.stream(
        '',
        'begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <61> <62> <0058> endbfrange endcmap',
      );
      return {
        xobjects: `/Form ${outer} 0 R`,
        fonts: `/T << /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 97 /LastChar 98 /Widths [1000 1000] /Encoding << /Type /Encoding /Differences [97 /a /b] >> /CharProcs << /a ${draw('0 0 800 800 re f')} 0 R /b ${draw('0 0 400 800 re f')} 0 R >> /ToUnicode ${map} 0 R >>`,
      };
    });
    await using made = await redact(file, { terms: [name, 'XY'] });
    const { path, metadata } = made.outputs[0]!;
    expect(metadata).toMatchObject({ matches: 3 });
    await expectGone(path);
    expect(readRaw(path)).not.toContain('(ab)');
  });

  it('removes words from a scan together with its text layer', async () => {
    const pixels = await picture(`Mr ${name} paid`);
    const make = (objects: PdfObjects) => ({ xobjects: `/Scan ${addPicture(objects, pixels)} 0 R` });
    const scan = 'q 300 0 0 40 0 50 cm /Scan Do Q';
    const layer = `BT 3 Tr /F 22 Tf 5 62 Td (Mr ${name} paid) Tj ET`;
    const file = write('scan.pdf', [{ content: `${scan} ${layer}` }, { content: line('nothing') }], make);
    await using made = await redact(file, { terms: [name], ocr: true });
    const { path } = made.outputs[0]!;
    await expectGone(path);
    // The picture stands in the resources of both pages, and must not stay with the page that does not draw it.
    expect(readRaw(path).includes(deflateSync(pixels).toString('latin1'))).toBe(false);
    execFileSync('pdfimages', ['-png', path, at('scan')]);
    const { data } = await sharp(at('scan-000.png')).greyscale().raw().toBuffer({ resolveWithObject: true });
    expect(data.subarray(600 * 40 + 200, 600 * 40 + 250).every(value => value === 0)).toBe(true);
    expect(data.subarray(0, 600 * 80).some(value => value === 255)).toBe(true);
  });

  it('fails if a word remains in a picture, and removes it there on request', async () => {
    const raw = { width: 600, height: 80, channels: 1 } as const;
    const pixels = await picture(`Mr ${name} paid`);
    const jpeg = await sharp(pixels, { raw }).toColourspace('b-w').jpeg().toBuffer();
    const file = write('picture.pdf', [{ content: 'q 300 0 0 40 0 50 cm /Scan Do Q' }], objects => ({
      xobjects: `/Scan ${objects.stream('/Type /XObject /Subtype /Image /Width 600 /Height 80 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /DCTDecode', jpeg)} 0 R`,
    }));
    await expect(redact(file, { terms: [name] })).rejects.toMatchObject({ id: 'redaction_incomplete' });
    await using made = await redact(file, { terms: [name], ocr: true });
    execFileSync('pdfimages', ['-png', made.outputs[0]!.path, at('picture')]);
    const read = execFileSync('tesseract', [at('picture-000.png'), 'stdout', '--psm', '7'], {
      stdio: 'pipe',
    }).toString();
    expect(read).not.toContain('Smith');
    expect(read).toContain('paid');
  });

  it('removes words in soft masks, also where a form draws with the resources of its page', async () => {
    const file = write('mask.pdf', [{ content: '/M gs 0 0 300 120 re f /Plain Do' }], objects => {
      const helvetica = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
      const form = '/Type /XObject /Subtype /Form /BBox [0 0 300 120]';
      const group = objects.stream(
        `${form} /Group << /S /Transparency /CS /DeviceGray >> /Resources << /Font << /F ${helvetica} >> >>`,
        `1 g BT /F 40 Tf 20 60 Td (${name}) Tj ET`,
      );
      return {
        resources: `/ExtGState << /M << /SMask << /S /Luminosity /G ${group} 0 R >> >> >>`,
        xobjects: `/Plain ${objects.stream(form, '0 0 1 1 re f')} 0 R`,
      };
    });
    // The text of soft masks cannot be searched, only seen.
    await expect(redact(file, { terms: [name] })).rejects.toMatchObject({ id: 'redaction_incomplete' });
    await using made = await redact(file, { terms: [name], ocr: true });
    await expectGone(made.outputs[0]!.path);
  });

  it('removes text under pictures, comments and fields, and their contents', async () => {
    const look = (objects: PdfObjects) =>
      objects.stream(
        '/Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>',
        `BT /F 12 Tf 2 5 Td (${name}) Tj ET`,
      );
    const annotations = `/Annots [
      << /Type /Annot /Subtype /Square /Rect [40 50 150 85] /IC [0 0 0] /Contents (covers ${name}) >>
      << /Type /Annot /Subtype /Text /Rect [280 100 290 110] /Contents (ask ${name} again) >>
      << /Type /Annot /Subtype /Link /Rect [0 0 10 10] /A << /S /URI /URI (mailto:${name}@example.org) >> >>
      << /Type /Annot /Subtype /Link /Rect [0 20 10 30] /A << /S /URI /URI (https://example.org) >> >> FIELD BUTTON ]`;
    const objects = new PdfObjects();
    const field = objects.add(
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (owner) /V (${name}) /Rect [180 10 280 30] /AP << /N ${look(objects)} 0 R >> >>`,
    );
    const button = objects.add(
      `<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 65536 /T (press) /Rect [180 90 280 110] /MK << /I ${look(objects)} 0 R >> /AP << /N ${objects.stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', '')} 0 R /D ${look(objects)} 0 R >> >>`,
    );
    const font = objects.add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
    const page = objects.reserve();
    const tree = objects.add(`<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`);
    const content = objects.stream('', line(`Mr ${name} paid`));
    objects.set(
      page,
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 300 120] /Contents ${content} 0 R /Resources << /Font << /F ${font} 0 R >> >> ${annotations.replace('FIELD', `${field} 0 R`).replace('BUTTON', `${button} 0 R`)} >>`,
    );
    const root = objects.add(
      `<< /Type /Catalog /Pages ${tree} 0 R /AcroForm << /Fields [${field} 0 R ${button} 0 R] >> >>`,
    );
    writeFileSync(at('marks.pdf'), objects.file(`/Root ${root} 0 R`));
    await using made = await redact(at('marks.pdf'), { terms: [name] });
    const { path, metadata } = made.outputs[0]!;
    await expectGone(path);
    expect(metadata).toMatchObject({ annotationsRemoved: 3 });
    expect(readRaw(path)).toContain('https://example.org');
    expect(execFileSync('qpdf', ['--json', path]).toString()).toContain('ask █████ again');
  });

  it('removes earlier versions, metadata, attachments, bookmarks, scripts, hidden layers, tags, destination names and pages that were taken out', async () => {
    const file = write(
      'carried.pdf',
      [
        {
          content: `/P << /MCID 0 /Alt (by ${name}) >> BDC ${line('Mr X paid')} EMC /OC /L BDC ${line('layer secret')} EMC`,
        },
      ],
      objects => {
        const layer = objects.add('<< /Type /OCG /Name (layer) >>');
        const attached = objects.stream('/Type /EmbeddedFile', `file of ${name}`);
        const xmp = objects.stream('/Type /Metadata /Subtype /XML', `<x:xmpmeta>${name}</x:xmpmeta>`);
        const script = objects.stream('', `app.alert("${name}")`);
        const item = objects.reserve();
        const root = objects.add(`<< /Type /Outlines /First ${item} 0 R /Last ${item} 0 R /Count 1 >>`);
        objects.set(
          item,
          `<< /Title (About ${name} and more) /Parent ${root} 0 R /A << /S /JavaScript /JS ${script} 0 R >> >>`,
        );
        const info = objects.add(`<< /Author (${name}) >>`);
        const drawn = objects.stream('/Type /XObject /Subtype /Form /BBox [0 0 300 120]', line('tag secret'));
        const tags = objects.add(
          `<< /Type /StructTreeRoot /RoleMap << /Of${name} /Figure >> /K << /S /Of${name} /ID (${name}) /Alt (portrait of ${name}) /K << /Type /OBJR /Obj ${drawn} 0 R >> >> >>`,
        );
        const [taken, template] = ['/Page', '/Template'].map(type =>
          objects.add(
            `<< /Type ${type} /MediaBox [0 0 300 120] /Contents ${objects.stream('', line('page secret'))} 0 R >>`,
          ),
        );
        return {
          resources: `/Properties << /L ${layer} 0 R >>`,
          catalog: `/Metadata ${xmp} 0 R /Outlines ${root} 0 R /StructTreeRoot ${tags} 0 R /Dests << /${name} [0 /Fit] /Taken [${taken} 0 R /Fit] >> /Names << /Templates << /Names [(t) ${template} 0 R] >> /EmbeddedFiles << /Names [(a) << /Type /Filespec /F (a) /EF << /F ${attached} 0 R >> >>] >> >> /OCProperties << /OCGs [${layer} 0 R] /D << /OFF [${layer} 0 R] >> >>`,
          trailer: `/Info ${info} 0 R`,
        };
      },
    );
    // An earlier version: the page's content is replaced by an appended one.
    const bytes = readFileSync(file, 'latin1');
    const number = /\/Contents (\d+) 0 R/.exec(bytes)![1]!;
    const now = line('Mr X paid');
    const appended = `${number} 0 obj\n<< /Length ${now.length} >>\nstream\n${now}\nendstream\nendobj\n`;
    const [start, previous] = [bytes.length, /startxref\n(\d+)/.exec(bytes)![1]!];
    const table = `xref\n${number} 1\n${String(start).padStart(10, '0')} 00000 n \n`;
    const trailer = /trailer\n<< ([\s\S]*?) >>\nstartxref/.exec(bytes)![1]!;
    writeFileSync(
      at('versions.pdf'),
      `${bytes}${appended}${table}trailer\n<< ${trailer} /Prev ${previous} >>\nstartxref\n${start + appended.length}\n%%EOF\n`,
      'latin1',
    );
    for (const path of [file, at('versions.pdf')]) {
      await using made = await redact(path, { terms: [name] });
      const result = made.outputs[0]!.path;
      await expectGone(result);
      expect(readRaw(result)).not.toMatch(/(layer|tag|page) secret|EmbeddedFile|\/Info|xmpmeta/);
      expect((await outline(result))[0]!.title).toMatch(/^About █+ and more$/);
      expect((await pageTexts(result))[0]).toBe('Mr X paid');
    }
  });

  it('removes patterns and Type 3 glyphs that only the boxes showed', async () => {
    const content =
      'BT /T 40 Tf 20 80 Td (a) Tj 0 -70 Td (b) Tj ET /Pattern cs /P scn 150 70 100 40 re f /Q scn 150 5 100 40 re f';
    const file = write('tiles.pdf', [{ content }], objects => {
      const helvetica = objects.add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
      const inner = `/Resources << /Font << /H ${helvetica} 0 R >> >>`;
      const say = (word: string, size: number) => `BT /H ${size} Tf 2 2 Td (${word}) Tj ET`;
      const glyph = (word: string) => objects.stream('', `1000 0 d0 ${say(word, 300)}`);
      const tile = (word: string) =>
        objects.stream(
          `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 100 20] /XStep 100 /YStep 20 ${inner}`,
          say(word, 12),
        );
      const letters = objects.add(
        `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 2000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << /a ${glyph('SECRETA')} 0 R /b ${glyph('PUBLICB')} 0 R >> /Encoding << /Type /Encoding /Differences [97 /a /b] >> /FirstChar 97 /LastChar 98 /Widths [1000 1000] ${inner} >>`,
      );
      return {
        fonts: `/T ${letters} 0 R`,
        resources: `/Pattern << /P ${tile('SECRETP')} 0 R /Q ${tile('PUBLICQ')} 0 R >>`,
      };
    });
    await using made = await redact(file, { boxes: [{ page: 1, x: 0, y: 0, width: 300, height: 55 }] });
    const { path } = made.outputs[0]!;
    await check(path);
    expect(made.warnings).toEqual([]);
    const raw = readRaw(path);
    expect(raw).not.toContain('SECRET');
    for (const word of ['PUBLICB', 'PUBLICQ']) expect(raw).toContain(word);
  });

  it('removes everything a box touches, and gives it the colour: parts of words, drawings and pictures', async () => {
    const grey = Buffer.alloc(100 * 100, 200);
    const content = `${line('left middle right')} 1 0 0 RG 4 w 0 40 m 300 40 l S 0 0 1 rg 100 20 m 150 110 l 200 20 l h f 111 22 4 4 re f q 60 0 0 60 20 10 cm /G Do Q`;
    const file = write('box.pdf', [{ content, entries: '/Rotate 90' }], objects => ({
      xobjects: `/G ${objects.stream('/Type /XObject /Subtype /Image /Width 100 /Height 100 /BitsPerComponent 8 /ColorSpace /DeviceGray', grey)} 0 R`,
    }));
    // Turned by 90 degrees the page is 120 wide and 300 high; this is x from 60 to 130 and y from 15 to 75 of its own coordinates.
    await using made = await redact(file, {
      boxes: [{ page: 1, x: 15, y: 60, width: 60, height: 70 }],
      color: '#ffffff',
    });
    const { path, metadata } = made.outputs[0]!;
    await check(path);
    expect(metadata).toMatchObject({ boxes: 1, matches: 0 });
    const [text] = await pageTexts(path);
    expect(text!.replaceAll(/\s/g, '')).toBe('leftht');
    const raw = readRaw(path);
    expect(raw).not.toContain('111 22 4 4');
    // The line is cut where its width would reach into the box.
    expect(raw).toMatch(/58 40 l\s[\s\S]*132 40 m/);
    const { grey: drawn, width } = await drawnPage(path, 1, 72);
    expect(width).toBe(120);
    // Inside the box everything is white; the line, the triangle and the picture continue outside.
    expect(drawn[120 * 90 + 40]).toBe(255);
    expect(drawn[120 * 200 + 40]).toBeLessThan(160);
    expect(drawn[120 * 165 + 60]).toBeLessThan(110);
    expect(drawn[120 * 30 + 20]).toBe(200);
    execFileSync('pdfimages', ['-png', path, at('box')]);
    const { data } = await sharp(at('box-000.png')).greyscale().raw().toBuffer({ resolveWithObject: true });
    expect(data[100 * 50 + 90]).toBe(255);
    expect(data[100 * 50 + 10]).toBe(200);
  });

  it('warns if nothing was found, and refuses invalid requests and pages', async () => {
    const file = write('plain.pdf', [{ content: line('Mr X paid') }]);
    await using made = await redact(file, { terms: [name] });
    expect(made.warnings).toEqual([{ code: 'nothing_redacted' }]);
    await expect(
      redact(file, { boxes: [{ page: 2, x: 0, y: 0, width: 1, height: 1 }] }),
    ).rejects.toMatchObject({
      id: 'box_page_missing',
    });
    await expect(redact(file, { terms: ['x'], label: 'XXX' })).rejects.toMatchObject({ id: 'label_matches' });
    await expect(redact(file, {})).rejects.toThrow('At least one');
    await expect(redact(file, { patterns: ['('] })).rejects.toThrow('not a regular expression');
  });
});
