import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { corpusEntries, corpusFile, hasCorpus } from '../../../tests/support/corpus.ts';
import { findDeclaredFormat } from '../declared.ts';
import { type FormatId, formats } from '../formats.ts';
import { canBeOfFormat, recogniseFormat } from './sniff.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const fits = (format: FormatId, content: Uint8Array): boolean =>
  canBeOfFormat(format, content.subarray(0, 65_536), content.length);

/** A zip as far as a head shows it: local headers with names, and stored data. */
const zip = (...entries: [name: string, data?: string][]): Uint8Array =>
  bytes(
    entries
      .map(([name, data = '']) => {
        const header = Buffer.alloc(30);
        header.write('PK\x03\x04', 'latin1');
        header.writeUInt32LE(data.length, 18);
        header.writeUInt32LE(data.length, 22);
        header.writeUInt16LE(name.length, 26);
        return header.toString('latin1') + name + data;
      })
      .join(''),
  );

/** An OLE file as far as a head shows it: the header, then directory entries. */
const ole = (...streams: string[]): Uint8Array => {
  const file = Buffer.alloc(512 + 128 * streams.length);
  file.write('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1');
  streams.forEach((name, i) => {
    const at = 512 + 128 * i;
    file.write(name, at, 'utf16le');
    file.writeUInt16LE(2 * name.length + 2, at + 64);
    file[at + 66] = 2;
  });
  return file;
};

const mp4 = (...brands: string[]): Uint8Array => {
  const [major, ...others] = brands;
  const size = Buffer.alloc(4);
  size.writeUInt32BE(8 + 8 + 4 * others.length);
  return bytes(`${size.toString('latin1')}ftyp${major}\0\0\0\0${others.join('')}`);
};

const png = bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR');
const bmpHeader = bytes('BM\x36\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0');

test('an empty file matches no format', () => {
  for (const id of formats.keys()) expect(canBeOfFormat(id, new Uint8Array(), 0), id).toBe(false);
});

test('a HEIC photo may be named .jpg, but is not recognised as a JPEG', () => {
  const heic = mp4('heic', 'mif1', 'heic');
  expect(fits('jpeg', heic)).toBe(true);
  expect(fits('jpeg', png)).toBe(false);
  expect(recogniseFormat(heic, heic.length)).toBeUndefined();
});

describe('text', () => {
  const words = 'Größe, naïve, 12 €\r\n';
  test.each([
    ['UTF-8', Buffer.from(words)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${words}`)],
    ['Latin-1', Buffer.from('Gr\xf6\xdfe', 'latin1')],
    ['Shift JIS', bytes('\x93\xfa\x96\x7b\x8c\xea\n')],
    ['ISO-2022-JP', bytes('\x1b$BF|K\\8l\x1b(B')],
    ['UTF-16LE with a byte order mark', Buffer.from(`\ufeff${words}`, 'utf16le')],
    ['UTF-16LE without a byte order mark', Buffer.from(words, 'utf16le')],
    ['UTF-16BE without a byte order mark', Buffer.from(words, 'utf16le').swap16()],
    [
      'UTF-32LE without a byte order mark',
      Buffer.from([...words].flatMap(c => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8, 0, 0])),
    ],
    ['one character', bytes('1')],
    ['only a byte order mark', bytes('\xef\xbb\xbf')],
    ['fields separated by control characters', bytes('a\x01b\x01c\nd\x1fe\x1ff\n'.repeat(50))],
    ['a stray NUL in a long text', bytes(`${'line of a log\n'.repeat(200)}\0more`)],
    ['words that are signatures elsewhere', bytes('GIF89a, ID3, RIFF and BM begin files\n')],
    ['rich text, which is text', bytes('{\\rtf1 hello}')],
  ])('%s passes as txt, csv and json', (_, content) => {
    for (const format of ['txt', 'csv', 'json'] as const) expect(fits(format, content)).toBe(true);
  });

  test.each([
    ['a PNG', png],
    ['a JPEG', bytes('\xff\xd8\xff\xe0JFIF')],
    ['a zip', zip(['a.txt', 'hello'])],
    ['a PDF in ASCII', bytes('%PDF-1.4\n1 0 obj\n')],
    ['gzip', bytes('\x1f\x8b\x08\x08name')],
    ['an ELF program', bytes('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0')],
    ['random bytes', Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919 + (i >> 3) * 31) & 255))],
  ])('%s does not pass', (_, content) => {
    for (const format of ['txt', 'csv', 'json', 'xml', 'html', 'svg', 'eml'] as const)
      expect(fits(format, content)).toBe(false);
  });
});

describe('pictures', () => {
  test('rejects a PNG declared as a JPEG, and vice versa', () => {
    expect(fits('png', png)).toBe(true);
    expect(fits('jpeg', png)).toBe(false);
    expect(fits('png', bytes('\xff\xd8\xff\xe0\0\x10JFIF'))).toBe(false);
  });

  test('distinguishes AVIF and HEIC by their brands', () => {
    expect(fits('avif', mp4('avif', 'mif1', 'miaf'))).toBe(true);
    expect(fits('heic', mp4('avif', 'mif1', 'miaf'))).toBe(false);
    expect(fits('heic', mp4('mif1', 'heic'))).toBe(true);
    expect(fits('avif', mp4('mif1', 'heic'))).toBe(false);
    expect(fits('heic', mp4('mif1'))).toBe(true);
    for (const format of ['avif', 'heic'] as const)
      expect(fits(format, mp4('isom', 'mp41', 'avc1'))).toBe(false);
  });

  test('accepts SVG if the text has an svg element', () => {
    expect(fits('svg', bytes('<?xml version="1.0"?><!-- c --><svg xmlns="x"/>'))).toBe(true);
    expect(fits('svg', bytes('<x:svg xmlns:x="http://www.w3.org/2000/svg"></x:svg>'))).toBe(true);
    expect(fits('svg', Buffer.from('\ufeff<svg>\n</svg>', 'utf16le'))).toBe(true);
    expect(fits('svg', bytes(`<?xml version="1.0"?><!--${' '.repeat(70_000)}--><svg/>`))).toBe(true);
    expect(fits('svg', bytes('<html><body>no drawing</body></html>'))).toBe(false);
    expect(fits('svg', bytes('RIFF\x20\0\0\0WEBPVP8 <svg xmlns="x">\0\0\0'))).toBe(false);
  });

  test('does not accept a text beginning with BM as BMP', () => {
    expect(fits('bmp', bmpHeader)).toBe(true);
    expect(fits('bmp', bytes('BMW is a maker of cars and motorcycles'))).toBe(false);
  });

  test('accepts raw photos as TIFF, and Canon’s by its own mark', () => {
    const canon = bytes('II*\0\x10\0\0\0CR\x02\0');
    const plain = bytes('II*\0\x08\0\0\0\x0e\0\xfe\0');
    expect((['tiff', 'dng', 'nef', 'cr2'] as const).filter(format => fits(format, canon))).toEqual([
      'tiff',
      'dng',
      'nef',
      'cr2',
    ]);
    expect((['tiff', 'dng', 'nef', 'cr2'] as const).filter(format => fits(format, plain))).toEqual([
      'tiff',
      'dng',
      'nef',
    ]);
  });
});

describe('documents', () => {
  const all: FormatId[] = ['docx', 'xlsx', 'pptx', 'doc', 'xls', 'ppt', 'odt', 'ods', 'odp', 'epub', 'zip'];
  const accepted = (content: Uint8Array): string[] => all.filter(format => fits(format, content));

  test('distinguishes Office files by their zip entries or OLE streams', () => {
    expect(accepted(zip(['[Content_Types].xml'], ['word/document.xml']))).toEqual(['docx', 'doc', 'zip']);
    expect(accepted(zip(['[trash]/0000.dat'], ['xl\\workbook.xml']))).toEqual(['xlsx', 'xls', 'zip']);
    expect(accepted(zip(['_rels/.rels'], ['ppt/presentation.xml']))).toEqual(['pptx', 'zip']);
    expect(accepted(ole('EncryptionInfo', 'EncryptedPackage'))).toEqual(['docx', 'xlsx', 'pptx']);
    expect(accepted(ole('1Table', 'WordDocument'))).toEqual(['doc']);
    expect(accepted(ole('Workbook'))).toEqual(['xls']);
    expect(accepted(ole('PowerPoint Document'))).toEqual(['ppt']);
  });

  test('accepts iWork documents that begin with pictures, and older ones by other names', () => {
    expect(fits('key', zip(['Data/'], ['Data/photo.jpg', 'x']))).toBe(true);
    expect(fits('key', zip(['tile.jpg', 'x'], ['presentation.apxl.gz', 'x']))).toBe(true);
    expect(fits('key', zip(['slides/1.html', 'x']))).toBe(false);
  });

  test('accepts a file if its head does not show the type', () => {
    expect(accepted(zip(['[Content_Types].xml'], ['_rels/.rels']))).toEqual([
      'docx',
      'xlsx',
      'pptx',
      'doc',
      'xls',
      'zip',
    ]);
    expect(accepted(ole())).toEqual(['docx', 'xlsx', 'pptx', 'doc', 'xls', 'ppt']);
    // Words of a document outside the directory entries do not count as stream names.
    const talk = Buffer.concat([
      ole(),
      Buffer.from('In the Workbook, see Workbook.', 'utf16le'),
      Buffer.alloc(600),
    ]);
    expect(fits('doc', talk)).toBe(true);
  });

  test('a document with an embedded workbook is a document', () => {
    expect(fits('docx', zip(['[Content_Types].xml'], ['word/embeddings/a.xlsx', 'PK\x03\x04xl/']))).toBe(
      true,
    );
    expect(fits('doc', ole('WordDocument', 'ObjectPool', 'Workbook'))).toBe(true);
  });

  test('a zip of anything else is not an Office file', () => {
    expect(accepted(zip(['holiday.jpg', 'x'], ['notes.txt', 'y']))).toEqual(['zip']);
  });

  test('recognises OpenDocument and EPUB by their mimetype entry', () => {
    const kind = (type: string) => zip(['mimetype', type], ['content.xml', '<x/>']);
    expect(accepted(kind('application/vnd.oasis.opendocument.text'))).toEqual(['doc', 'odt', 'zip']);
    expect(accepted(kind('application/vnd.oasis.opendocument.text-template'))).toEqual(['doc', 'odt', 'zip']);
    expect(accepted(kind('application/vnd.oasis.opendocument.spreadsheet'))).toEqual(['xls', 'ods', 'zip']);
    expect(accepted(kind('application/epub+zip'))).toEqual(['epub', 'zip']);
    expect(fits('odt', zip(['content.xml'], ['META-INF/manifest.xml']))).toBe(true);
  });

  test('accepts old Word and Excel files without OLE, and what web applications send under their names', () => {
    expect(fits('doc', bytes('\xdb\xa5-\0\0\0'))).toBe(true);
    expect(fits('xls', bytes('\x09\0\x04\0\x02\0\x10\0'))).toBe(true);
    expect(fits('xls', bytes('\x09\x08\x08\0\0\x05\x05\0'))).toBe(true);
    expect(fits('doc', bytes('{\\rtf1\\ansi hello}'))).toBe(true);
    expect(fits('doc', bytes('<html><p>hello</p></html>'))).toBe(true);
    expect(fits('doc', zip(['[Content_Types].xml'], ['word/document.xml']))).toBe(true);
    expect(fits('xls', bytes('\n<table><tr><td>1</td></tr></table>'))).toBe(true);
    expect(fits('xls', Buffer.from('\ufeffa\tb\n1\t2\n', 'utf16le'))).toBe(true);
    expect(fits('xls', bytes('a;b\n1;2\n'))).toBe(true);
    expect(fits('xls', zip(['[Content_Types].xml'], ['xl/workbook.xml']))).toBe(true);
    for (const format of ['doc', 'xls'] as const) {
      expect(fits(format, bytes('A letter, as plain text.\nOther lines follow.\n'))).toBe(false);
      expect(fits(format, zip(['ppt/presentation.xml']))).toBe(false);
    }
    expect(fits('rtf', bytes('\r\n{\\rtf1\\ansi hello}'))).toBe(true);
    expect(fits('rtf', bytes('plain'))).toBe(false);
  });

  test('accepts junk before a PDF header within the first kilobyte', () => {
    expect(fits('pdf', bytes(`${'junk\n'.repeat(100)}%PDF-1.7\n`))).toBe(true);
    expect(fits('pdf', bytes(`${'junk\n'.repeat(300)}%PDF-1.7\n`))).toBe(false);
  });
});

describe('sound and video', () => {
  const all: FormatId[] = [
    'wav',
    'mp3',
    'flac',
    'm4a',
    'ogg',
    'opus',
    'aac',
    'aiff',
    'webm',
    'mp4',
    'mov',
    'mkv',
    'avi',
    'wmv',
    'flv',
    'ts',
    'mpg',
  ];
  const accepted = (content: Uint8Array): string[] => all.filter(format => fits(format, content));
  /** An ID3v2 tag as an encoder writes it around a cover of `size` bytes. */
  const id3 = (size: number) =>
    `ID3\x04\0\0${String.fromCharCode((size >> 21) & 127, (size >> 14) & 127, (size >> 7) & 127, size & 127)}${'\xff'.repeat(size)}`;
  const mpegFrame = `\xff\xfb\x90\x64${'\0'.repeat(413)}`;
  const adtsFrame = `\xff\xf1\x50\x80\x02\x1f\xfc${'\0'.repeat(9)}`;
  const ebml = (docType: string) =>
    bytes(
      `\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82${String.fromCharCode(128 + docType.length)}${docType}\x42\x87\x81\x04`,
    );

  test('recognises MPEG audio by consecutive frames', () => {
    expect(accepted(bytes(mpegFrame.repeat(6)))).toEqual(['mp3']);
    expect(accepted(bytes(mpegFrame))).toEqual(['mp3']);
    expect(accepted(bytes(id3(300) + mpegFrame.repeat(6)))).toEqual(['mp3']);
    expect(accepted(bytes(id3(300) + id3(20) + mpegFrame.repeat(6)))).toEqual(['mp3']);
    expect(accepted(bytes(`${'\0'.repeat(500)}${mpegFrame.repeat(6)}`))).toEqual(['mp3']);
    expect(accepted(bytes(`${mpegFrame.slice(0, 200)}${'x'.repeat(900)}`))).toEqual([]);
    expect(accepted(bytes(adtsFrame.repeat(6)))).toEqual(['aac']);
    expect(accepted(bytes(id3(300) + adtsFrame.repeat(6)))).toEqual(['aac']);
    expect(accepted(bytes(`${id3(40)}fLaC\0\0\0\x22`))).toEqual(['flac']);
  });

  test('accepts several formats after an ID3 tag longer than the head', () => {
    expect(accepted(bytes(id3(90_000) + mpegFrame.repeat(6)))).toEqual(['mp3', 'flac', 'aac']);
  });

  test('recognises containers by their signatures', () => {
    expect(accepted(bytes('RIFF\x24\0\0\0WAVEfmt '))).toEqual(['wav']);
    expect(accepted(bytes('RF64\xff\xff\xff\xffWAVEds64'))).toEqual(['wav']);
    expect(accepted(bytes(`RIFF\x24\0\0\0WAVEfmt ${mpegFrame.repeat(6)}`))).toEqual(['wav']);
    expect(accepted(bytes('RIFF\x24\0\0\0AVI LIST'))).toEqual(['avi']);
    expect(accepted(bytes('FORM\0\0\x10\0AIFCFVER'))).toEqual(['aiff']);
    expect(accepted(bytes(`OggS\0\x02${'\0'.repeat(22)}\x01vorbis`))).toEqual(['ogg']);
    expect(accepted(bytes(`OggS\0\x02${'\0'.repeat(22)}OpusHead`))).toEqual(['ogg', 'opus']);
    expect(accepted(ebml('webm'))).toEqual(['webm']);
    expect(accepted(ebml('matroska'))).toEqual(['mkv']);
    expect(accepted(bytes('\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9'))).toEqual(['wmv']);
    expect(accepted(bytes('FLV\x01\x05\0\0\0\x09'))).toEqual(['flv']);
    expect(accepted(bytes('\0\0\x01\xba\x44\0'))).toEqual(['mpg']);
  });

  test('recognises a transport stream by regular sync bytes', () => {
    const packet = (bytes: number) => `G${'x'.repeat(bytes - 1)}`;
    for (const size of [188, 192, 204]) expect(accepted(bytes(packet(size).repeat(5)))).toEqual(['ts']);
    expect(accepted(bytes(`${'x'.repeat(4)}${packet(192).repeat(5)}`))).toEqual(['ts']);
    expect(accepted(bytes(`${packet(188).repeat(2)}${'x'.repeat(400)}`))).toEqual([]);
    expect(accepted(bytes('Good morning. '.repeat(100)))).toEqual([]);
  });

  test('distinguishes MP4, M4A and QuickTime by their brands', () => {
    expect(accepted(mp4('M4A ', 'mp42', 'isom'))).toEqual(['m4a', 'mp4']);
    expect(accepted(mp4('isom', 'iso2', 'avc1', 'mp41'))).toEqual(['m4a', 'mp4']);
    expect(accepted(mp4('M4V ', 'mp42'))).toEqual(['mp4']);
    expect(accepted(mp4('qt  '))).toEqual(['mov']);
    expect(accepted(bytes('\0\0\0\x08wide\0\x01\0\0mdat'))).toEqual(['mov']);
    expect(accepted(mp4('mif1', 'heic'))).toEqual([]);
    expect(accepted(mp4('avif', 'mif1'))).toEqual([]);
  });

  test('rejects playlists', () => {
    for (const text of ['#EXTM3U\nhttp://a/b.ts\n', 'ffconcat version 1.0\nfile a.wav\n', '<MPD></MPD>'])
      expect(accepted(bytes(text))).toEqual([]);
  });
});

describe('the corpus', () => {
  const families = ['pdf', 'documents', 'spreadsheets', 'structured', 'images', 'bombs', 'ocr', 'audio'];
  const files = families.flatMap(corpusEntries).flatMap(entry => {
    const format = findDeclaredFormat('', basename(entry.path));
    if (!format) return [];
    const { size } = statSync(corpusFile(entry.path));
    const head = Buffer.alloc(Math.min(size, 65_536));
    const file = openSync(corpusFile(entry.path), 'r');
    readSync(file, head);
    closeSync(file);
    return [{ ...entry, format, head, size }];
  });

  test('matches its extensions, except for files that must fail anyway', () => {
    const refused = files.filter(each => !canBeOfFormat(each.format, each.head, each.size));
    expect(refused.map(each => each.path)).toEqual(
      hasCorpus
        ? ['pdf/qpdf__bad1.pdf', 'pdf/qpdf__issue-141a.pdf', 'structured/xml/libxml2__empty.xml']
        : [],
    );
    expect(refused.every(each => each.expected.startsWith('must fail'))).toBe(true);
    expect(files.length).toBeGreaterThan(hasCorpus ? 200 : 25);
  });

  test('is rejected as every other binary format', () => {
    const text =
      'txt md html tex rst adoc org mediawiki docbook ipynb eml csv tsv json ndjson yaml toml xml sql srt vtt ass ttml sbv hocr url'.split(
        ' ',
      );
    const office = ['docx', 'pptx', 'xlsx', 'xlsm', 'xlsb'];
    const workbooks = ['xlsx', 'xlsm', 'xlsb'];
    const zips = [...office, 'odt', 'odp', 'ods', 'epub'];
    /**
     * Tells whether one format may pass for another: containers that wrap several formats, and text, which may be
     * anything.
     */
    const kin = ({ format, head, path }: (typeof files)[number], other: string): boolean =>
      other === 'bin' ||
      (['cbz', 'cbr'].includes(other) && zips.includes(format)) ||
      (other === 'zip' && zips.includes(format)) ||
      (workbooks.includes(format) && workbooks.includes(other)) ||
      (format === 'tiff' && ['dng', 'nef'].includes(other)) ||
      (format === 'opus' && other === 'ogg') ||
      // Web applications name these .doc and .xls.
      (other === 'doc' && ['docx', 'odt', 'rtf', ...text].includes(format)) ||
      (other === 'xls' && [...workbooks, 'ods', ...text].includes(format)) ||
      (['doc', 'xls'].includes(other) && path.includes('testWORD_truncated')) ||
      // Phones name HEIC pictures .jpg.
      (format === 'heic' && other === 'jpeg') ||
      // Its tag is longer than the head.
      (path.endsWith('silero-vad__test.mp3') && ['flac', 'aac'].includes(other)) ||
      (format === 'm4a' && other === 'mp4') ||
      ((text.includes(format) || ['svg', 'rtf'].includes(format)) && text.includes(other)) ||
      // An encrypted file, and the stub of one, does not show which office format it is.
      (office.includes(format) &&
        office.includes(other) &&
        (head[0] === 0xd0 || path.includes('testWORD_truncated'))) ||
      // Text before the header, or no header at all.
      (format === 'pdf' && text.includes(other) && head[0] !== 0x25);
    const wrong = files.flatMap(file =>
      [...formats.keys()]
        .filter(
          other => other !== file.format && canBeOfFormat(other, file.head, file.size) && !kin(file, other),
        )
        .map(other => `${file.path} passes as ${other}`),
    );
    expect(wrong).toEqual([]);
  });

  test('is never recognised as another format', () => {
    const recognised = files.flatMap(({ path, format, head, size }) => {
      const found = recogniseFormat(head, size);
      return found === undefined ? [] : [{ path, format, found }];
    });
    expect(recognised.filter(({ format, found }) => format !== found)).toEqual([]);
    expect(recognised.length).toBeGreaterThan(0);
  });
});

test('no content takes long to recognise, because the service does so for files of any caller', () => {
  const units = [
    '\n',
    ' ',
    '\r\n',
    ' \n',
    '\t',
    '\r',
    '<',
    '<!--',
    '<?',
    '<a',
    '<a:',
    '%',
    '{',
    '-',
    'a',
    'Content-Type:\n',
    // Entries of a ZIP file whose names contain all that follow.
    'PK\x03\x04\xff\xff\xff',
  ];
  // Short contents come first: they show what takes exponential time before that takes for ever.
  for (const size of [30, 1000, 65_536])
    for (const unit of units) {
      const head = bytes(`${unit.repeat(size / unit.length)}-`.slice(0, 65_536));
      const before = process.threadCpuUsage();
      for (const id of formats.keys()) canBeOfFormat(id, head, head.length);
      const { user } = process.threadCpuUsage(before);
      expect(user / 1000, `milliseconds for ${size} bytes of ${JSON.stringify(unit)}`).toBeLessThan(700);
    }
});
