import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { takeSome } from '../../../../tests/support/needs.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { writeZip } from '../../../containers/write-zip.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-outside-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const tool = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1e9 });

function source(name: string, content: string | Uint8Array): string {
  const path = join(dir, name);
  writeFileSync(path, content);
  return path;
}

/** Content that a document must not reach: words, and a picture of a unique colour. */
const words = 'TOPSECRET';
const magenta = [255, 0, 255];
const picture = source(
  'secret.png',
  await sharp({ create: { width: 60, height: 60, channels: 3, background: '#ff00ff' } })
    .png()
    .toBuffer(),
);
const text = source('secret.txt', words);
const table = source('secret.csv', `${words},${words}\n`);
const style = source('secret.css', `p::after { content: "${words}" }`);
const flat = source(
  'secret.fodt',
  `<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:mimetype="application/vnd.oasis.opendocument.text" office:version="1.2"><office:body><office:text><text:p>${words}</text:p></office:text></office:body></office:document>`,
);

async function packed(name: string, parts: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(dir, 'parts-'));
  const files = Object.entries(parts).map(([entry, content], index) => {
    const path = join(folder, String(index));
    writeFileSync(path, content);
    return { name: entry, path };
  });
  const path = join(dir, name);
  await writeZip(path, files);
  return path;
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const relations = (...list: [type: string, target: string][]): string =>
  `<Relationships xmlns="${packages}/relationships">${list
    .map(
      ([type, target], index) =>
        `<Relationship Id="r${index}" Type="${office}/${type}" Target="${target}"${/^(file|https?|\/)/.test(target) ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`;

function word(body: string, outside: [string, string][] = [], template?: string): Promise<string> {
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
  return packed('outside.docx', {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${main}.document.main+xml"/><Override PartName="/word/settings.xml" ContentType="${main}.settings+xml"/></Types>`,
    '_rels/.rels': relations(['officeDocument', 'word/document.xml']),
    'word/_rels/document.xml.rels': relations(...outside, ['settings', 'settings.xml']),
    'word/settings.xml': `<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${office}">${template ? '<w:attachedTemplate r:id="r0"/><w:linkStyles/>' : ''}</w:settings>`,
    ...(template ? { 'word/_rels/settings.xml.rels': relations(['attachedTemplate', template]) } : {}),
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${office}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"><w:body><w:p><w:r><w:t>seen</w:t></w:r></w:p>${body}</w:body></w:document>`,
  });
}
const drawing = (attribute: string): string =>
  `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="1800000" cy="1800000"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip ${attribute}="r0"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1800000" cy="1800000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
const field = (instruction: string): string =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>old</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;

const namespaces = ['office', 'text', 'table', 'drawing', 'svg-compatible', 'style', 'xsl-fo-compatible']
  .map((name, index) => {
    const prefix = ['office', 'text', 'table', 'draw', 'svg', 'style', 'fo'][index];
    return `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`;
  })
  .join(' ');

function open(name: string, kind: 'text' | 'spreadsheet', body: string, styles = ''): Promise<string> {
  const type = `application/vnd.oasis.opendocument.${kind}`;
  return packed(name, {
    mimetype: type,
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/><manifest:file-entry manifest:full-path="styles.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    'styles.xml': `<office:document-styles ${namespaces} office:version="1.2"/>`,
    'content.xml': `<office:document-content ${namespaces} xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" office:version="1.2"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
  });
}

/** Lists how the secret leaked into the output: as words, as bytes, or as its colour on the page. */
async function leaks(path: string, outputFormat: string): Promise<string[]> {
  await using result = await runJob(job, run, path, { outputFormat });
  const made = result.outputs[0]!.path;
  const bytes = readFileSync(made);
  const found: string[] = [];
  const picked = readFileSync(picture);
  if (bytes.includes(words)) found.push('words');
  if (bytes.includes(picked.toString('base64').slice(0, 100)) || bytes.includes(picked))
    found.push('picture');
  if (outputFormat === 'pdf') {
    const read = tool('pdftotext', made, '-');
    expect(read).toContain('seen');
    if (read.includes(words)) found.push('words');
    tool('pdftoppm', '-r', '40', '-png', '-singlefile', made, join(dir, 'page'));
    const { data } = await sharp(join(dir, 'page.png'))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (let at = 0; at < data.length; at += 3)
      if (magenta.every((value, channel) => Math.abs(data[at + channel]! - value) < 30)) {
        found.push('colour');
        break;
      }
  } else if (bytes.toString('latin1', 0, 2) === 'PK') {
    const inside = tool('unzip', '-p', made);
    expect(inside).toContain('seen');
    if (inside.includes(words)) found.push('words');
    const sum = crc32(picked).toString(16).padStart(8, '0');
    if (tool('unzip', '-v', made).includes(sum)) found.push('picture');
  } else expect(bytes.toString('latin1')).toContain('seen');
  return found;
}

const wordFiles: Record<string, () => Promise<string>> = {
  'a linked picture': () => word(drawing('r:link'), [['image', `file://${picture}`]]),
  'an embedded picture that is elsewhere': () => word(drawing('r:embed'), [['image', `file://${picture}`]]),
  'a picture by path': () => word(drawing('r:link'), [['image', picture]]),
  'a VML picture': () =>
    word(
      '<w:p><w:r><w:pict><v:shape style="width:150pt;height:150pt"><v:imagedata r:href="r0" o:title="x"/></v:shape></w:pict></w:r></w:p>',
      [['image', `file://${picture}`]],
    ),
  'a template': () => word('', [], `file://${flat}`),
  'a chunk': () => word('<w:altChunk r:id="r0"/>', [['aFChunk', `file://${text}`]]),
  'a sub-document': () => word('<w:subDoc r:id="r0"/>', [['subDocument', `file://${text}`]]),
  INCLUDETEXT: () => word(field(`INCLUDETEXT "${text}"`)),
  'INCLUDETEXT by address': () => word(field(`INCLUDETEXT "file://${flat}"`)),
  INCLUDEPICTURE: () => word(field(`INCLUDEPICTURE "file://${picture}"`)),
  'INCLUDEPICTURE \\d': () => word(field(`INCLUDEPICTURE "${picture}" \\d`)),
  DDEAUTO: () => word(field(`DDEAUTO soffice "${flat}" x`)),
};
const textFiles: Record<string, () => Promise<string>> = {
  'a picture': () =>
    open(
      'outside.odt',
      'text',
      `<text:p>seen<draw:frame text:anchor-type="as-char" svg:width="5cm" svg:height="5cm"><draw:image xlink:href="file://${picture}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></text:p>`,
    ),
  'a picture by a relative path': () =>
    open(
      'outside.odt',
      'text',
      `<text:p>seen<draw:frame text:anchor-type="as-char" svg:width="5cm" svg:height="5cm"><draw:image xlink:href="../../../../../../../..${picture}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></text:p>`,
    ),
  'a section': () =>
    open(
      'outside.odt',
      'text',
      `<text:p>seen</text:p><text:section text:name="s"><text:section-source xlink:href="file://${flat}" xlink:type="simple"/><text:p>old</text:p></text:section>`,
    ),
  'a section of text': () =>
    open(
      'outside.odt',
      'text',
      `<text:p>seen</text:p><text:section text:name="s"><text:section-source xlink:href="file://${text}" xlink:type="simple" text:filter-name="Text"/><text:p>old</text:p></text:section>`,
    ),
  'a background': () =>
    open(
      'outside.odt',
      'text',
      '<text:p text:style-name="P">seen</text:p>',
      `<style:style style:name="P" style:family="paragraph"><style:paragraph-properties fo:padding="1cm"><style:background-image xlink:href="file://${picture}" xlink:type="simple" xlink:actuate="onLoad"/></style:paragraph-properties></style:style>`,
    ),
  'a background by a relative path': () =>
    open(
      'outside.odt',
      'text',
      '<text:p text:style-name="P">seen</text:p>',
      `<style:style style:name="P" style:family="paragraph"><style:paragraph-properties fo:padding="1cm"><style:background-image xlink:href="../x/%2e%2e/../../../../..${picture}" xlink:type="simple" xlink:actuate="onLoad"/></style:paragraph-properties></style:style>`,
    ),
  'an object': () =>
    open(
      'outside.odt',
      'text',
      `<text:p>seen<draw:frame text:anchor-type="as-char" svg:width="5cm" svg:height="5cm"><draw:object xlink:href="file://${flat}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></text:p>`,
    ),
  'a floating frame': () =>
    open(
      'outside.odt',
      'text',
      `<text:p>seen<draw:frame text:anchor-type="as-char" svg:width="5cm" svg:height="5cm"><draw:floating-frame xlink:href="file://${flat}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></text:p>`,
    ),
};
const row =
  '<table:table-row><table:table-cell office:value-type="string"><text:p>seen</text:p></table:table-cell>';
const sheetFiles: Record<string, () => Promise<string>> = {
  'a cell of another book': () =>
    open(
      'outside.ods',
      'spreadsheet',
      `<table:table table:name="a">${row}<table:table-cell table:formula="of:='file://${table}'#$secret.A1" office:value-type="string"/></table:table-row></table:table>`,
    ),
  'a sheet': () =>
    open(
      'outside.ods',
      'spreadsheet',
      `<table:table table:name="a">${row}</table:table-row></table:table><table:table table:name="b"><table:table-source xlink:href="file://${table}" xlink:type="simple" table:filter-name="Text - txt - csv (StarCalc)" table:filter-options="44,34,76,1" table:mode="copy-all"/><table:table-row><table:table-cell/></table:table-row></table:table>`,
    ),
  'a cell range': () =>
    open(
      'outside.ods',
      'spreadsheet',
      `<table:table table:name="a">${row}<table:table-cell office:value-type="string"><table:cell-range-source table:name="CSV_all" xlink:href="file://${table}" xlink:type="simple" table:filter-name="Text - txt - csv (StarCalc)" table:filter-options="44,34,76,1" table:last-column-spanned="2" table:last-row-spanned="1" table:refresh-delay="PT1S"/></table:table-cell></table:table-row></table:table>`,
    ),
  'functions that fetch': () =>
    open(
      'outside.ods',
      'spreadsheet',
      `<table:table table:name="a">${row}<table:table-cell table:formula="of:=COM.MICROSOFT.WEBSERVICE(&quot;file://${text}&quot;)" office:value-type="string"/><table:table-cell table:formula="of:=INDIRECT(&quot;'file://${table}'#$secret.A1&quot;)"/><table:table-cell table:formula="of:=DDE(&quot;soffice&quot;;&quot;${table}&quot;;&quot;secret.A1&quot;)"/></table:table-row></table:table>`,
    ),
};
const sheets = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
/** Makes a workbook with the word "seen" in its first cell, `formulas` without values, and further `parts`. */
const calc = (formulas: string[], links: [type: string, target: string][], parts: Record<string, string>) =>
  packed('outside.xlsx', {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/sheet.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/link.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.externalLink+xml"/><Override PartName="/xl/drawing.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/></Types>`,
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns="${sheets}" xmlns:r="${office}"><sheets><sheet name="a" sheetId="1" r:id="r0"/></sheets>${links.some(([type]) => type === 'externalLink') ? '<externalReferences><externalReference r:id="r1"/></externalReferences>' : ''}<calcPr fullCalcOnLoad="1"/></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(['worksheet', 'sheet.xml'], ...links),
    'xl/sheet.xml': `<worksheet xmlns="${sheets}" xmlns:r="${office}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>seen</t></is></c>${formulas.map((formula, index) => `<c r="${'BCDE'[index]}1" t="str"><f>${formula}</f></c>`).join('')}</row></sheetData>${'xl/drawing.xml' in parts ? '<drawing r:id="r0"/>' : ''}</worksheet>`,
    ...parts,
  });
const calcFiles: Record<string, () => Promise<string>> = {
  'a cell of another book': () =>
    calc(['[1]secret!A1'], [['externalLink', 'link.xml']], {
      'xl/link.xml': `<externalLink xmlns="${sheets}" xmlns:r="${office}"><externalBook r:id="r0"><sheetNames><sheetName val="secret"/></sheetNames></externalBook></externalLink>`,
      'xl/_rels/link.xml.rels': relations(['externalLinkPath', `file://${table}`]),
    }),
  'another program': () =>
    calc(['[1]!secret'], [['externalLink', 'link.xml']], {
      'xl/link.xml': `<externalLink xmlns="${sheets}"><ddeLink ddeService="soffice" ddeTopic="${table}"><ddeItems><ddeItem name="secret" advise="1"/></ddeItems></ddeLink></externalLink>`,
    }),
  'functions that fetch': () =>
    calc(
      [
        `_xlfn.WEBSERVICE("file://${text}")`,
        `INDIRECT("'file://${table}'#$secret.A1")`,
        `DDE("soffice","${table}","secret.A1")`,
      ],
      [],
      {},
    ),
  'a picture': () =>
    calc([], [], {
      'xl/_rels/sheet.xml.rels': relations(['drawing', 'drawing.xml']),
      'xl/drawing.xml': `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${office}"><xdr:oneCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>2</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="900000" cy="900000"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="p"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:link="r0"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor></xdr:wsDr>`,
      'xl/_rels/drawing.xml.rels': relations(['image', `file://${picture}`]),
    }),
};
const richFiles: Record<string, () => Promise<string>> = Object.fromEntries(
  [
    `INCLUDETEXT "${text}"`,
    `INCLUDEPICTURE "${picture}"`,
    `{\\b INC}LUDE\\'50ICTURE "file://${picture}" \\\\d`,
  ].map(instruction => [
    instruction.replace(dir, ''),
    async () =>
      source(
        'outside.rtf',
        `{\\rtf1\\ansi seen\\par {\\field\\flddirty{\\*\\fldinst ${instruction}}{\\fldrslt old}}\\par {\\*\\template ${flat}}}`,
      ),
  ]),
);

function book(): Promise<string> {
  return packed('outside.epub', {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="b.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'b.opf': `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">i</dc:identifier><dc:title>t</dc:title><dc:language>en</dc:language></metadata><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/><item id="p" href="../../../../../../../..${picture}" media-type="image/png"/><item id="s" href="file://${style}" media-type="text/css"/></manifest><spine><itemref idref="c"/></spine></package>`,
    'c.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title><link rel="stylesheet" href="file://${style}"/><link rel="stylesheet" href="http://127.0.0.1:9/a.css"/><style>@import "file://${style}"; body { background: url(file://${picture}) }</style></head><body><p>seen</p><img src="file://${picture}" alt="a"/><img src="../../../../../../../..${picture}" alt="b"/><img src="${picture}" alt="c"/><img src="http://127.0.0.1:9/x.png" alt="d"/><iframe src="file://${text}"></iframe><object data="${text}"></object></body></html>`,
  });
}

/** Texts that name files in every way their format knows. */
const written: Record<string, string> = {
  tex: `\\documentclass{article}\\usepackage{listings,verbatim,graphicx}\\begin{document}seen \\lstinputlisting{${text}} \\verbatiminput{${text}} \\includegraphics{${picture}} \\subfile{${text}} \\usepackage{${text}} \\input{|"cat ${text}"} \\csvautotabular{${table}}\\end{document}`,
  rst: `seen\n\n.. raw:: html\n   :file: ${text}\n\n.. literalinclude:: ${text}\n\n.. code:: python\n   :file: ${text}\n\n.. image:: ${picture}\n\n.. figure:: file://${picture}\n\nend\n`,
  md: `---\ncover-image: ${picture}\ncss: ${style}\nstylesheet: [${style}]\nheader-includes: '<img src="${picture}">'\nbackground-image: ${picture}\ntemplate: ${text}\n---\n\n# seen {background-image=${picture}}\n\nseen <img/src=${picture}> <video poster = '${picture}'></video> ![a](${picture}) ![b](file://${picture}) ![c](../../../../../../..${picture}) <img src="${picture}"> <iframe src="file://${text}"></iframe>\n\n<object data="file://${text}"></object>\n\n\\input{${text}}\n\n!include ${text}\n`,
  html: `<h1 data-background-image="${picture}">seen</h1><meta name="cover-image" content="${picture}"><meta name="css" content="${style}"><meta name="stylesheet" content="${style}"><base href="file://${dir}/"><style>@import "file://${style}"; @import url(secret.css); p { background: url(file://${picture}) } @font-face { font-family: f; src: url(file://${text}) } p::before { content: url(secret.png) }</style><link rel="attachment" href="file://${text}"><p>seen</p><img src="secret.png" srcset="file://${picture}"><svg width="99" height="99"><image width="99" height="99" xlink:href="file://${picture}" href="secret.png"/><use href="file://${picture}#a"/></svg><embed src="secret.png"><video poster="secret.png"></video><img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='99' height='99'%3E%3Cimage width='99' height='99' xlink:href='file://${picture}'/%3E%3C/svg%3E">`,
};
const writtenFiles = (from: string): Record<string, () => Promise<string>> => ({
  'any file it names': async () => source(`outside.${from}`, written[from]!),
});

const cases: [string, string[], Record<string, () => Promise<string>>][] = [
  ['docx', ['pdf', 'odt'], wordFiles],
  ['odt', ['pdf', 'docx'], textFiles],
  ['ods', ['pdf', 'csv'], sheetFiles],
  ['xlsx', ['pdf', 'ods', 'csv'], calcFiles],
  ['rtf', ['pdf', 'html'], richFiles],
  ['epub', ['pdf', 'docx'], { 'styles and pictures': book }],
  ...Object.keys(written).map((from): (typeof cases)[number] => [
    from,
    ['pdf', 'docx', 'epub', 'pptx', 'txt'],
    writtenFiles(from),
  ]),
];
for (const [from, formats, files] of cases)
  for (const [what, make] of Object.entries(files))
    test(`${from}: ${what} outside the document is not read`, async () => {
      const path = await make();
      for (const to of takeSome(formats, 1)) expect(await leaks(path, to), to).toEqual([]);
    });
