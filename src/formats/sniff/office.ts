import { has, hasAny, makeView, type Rule, readLatin1 } from './bytes.ts';
import { isZip, readEntryNames, readMimetypeEntry } from './zip.ts';

type OlePart = 'message' | 'word' | 'excel' | 'powerpoint' | 'visio' | 'encrypted';

const oleStreams: Record<string, OlePart> = {
  WordDocument: 'word',
  Workbook: 'excel',
  Book: 'excel',
  'PowerPoint Document': 'powerpoint',
  VisioDocument: 'visio',
  EncryptedPackage: 'encrypted',
  '__properties_version1.0': 'message',
};

export const isOle = (head: Uint8Array): boolean => has(head, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1');

/** Reads which known streams the directory entries in the head name. The directory of a large file is often beyond it. */
function readOleParts(head: Uint8Array): Set<OlePart> {
  const data = makeView(head);
  const parts = new Set<OlePart>();
  for (let at = 512; at + 128 <= head.length; at += 128) {
    const bytes = data.getUint16(at + 64, true);
    if (head[at + 66] !== 2 || bytes < 4 || bytes > 64 || bytes % 2) continue;
    let name = '';
    for (let i = 0; i < bytes - 2; i += 2) name += String.fromCharCode(data.getUint16(at + i, true));
    const part = oleStreams[name];
    if (part) parts.add(part);
  }
  return parts;
}

/** An OLE file that holds, or may hold, the given part. */
export const ole =
  (part: OlePart): Rule =>
  head => {
    if (!isOle(head)) return false;
    const parts = readOleParts(head);
    return parts.size === 0 || parts.has(part);
  };

const ooxmlFolders = ['word/', 'xl/', 'ppt/'] as const;
const ooxmlMarks = [...ooxmlFolders, '[content_types].xml', '_rels/', 'docprops/', 'customxml/', '[trash]/'];
const startsWithAny = (name: string, starts: readonly string[]): boolean =>
  starts.some(start => name.startsWith(start));

/** Recognises a zip with the parts of one kind of document or, if it is encrypted, an OLE file around it. */
export const ooxml = (folder: (typeof ooxmlFolders)[number]): Rule => {
  const others = ooxmlFolders.filter(each => each !== folder);
  const encrypted = ole('encrypted');
  return (head, size) => {
    if (!isZip(head)) return encrypted(head, size);
    const names = readEntryNames(head);
    if (names.some(name => name.startsWith(folder))) return true;
    return (
      names.some(name => startsWithAny(name, ooxmlMarks)) && !names.some(name => startsWithAny(name, others))
    );
  };
};

/** A zip whose first entry names one of the media types; where that entry is missing, a zip of no other known kind. */
const packaged =
  (mediaTypes: readonly string[], marks: readonly string[]): Rule =>
  (head, size) => {
    if (!isZip(head)) return false;
    const declared = readMimetypeEntry(head);
    if (declared !== undefined) return mediaTypes.some(type => declared.startsWith(type));
    const names = readEntryNames(head);
    if (names.some(name => startsWithAny(name, [...ooxmlFolders, '[content_types].xml']))) return false;
    return size > head.length || names.some(name => startsWithAny(name, marks));
  };

export const opendocument = (kind: string, ancient: string): Rule =>
  packaged(
    [`application/vnd.oasis.opendocument.${kind}`, `application/vnd.sun.xml.${ancient}`],
    [
      'mimetype',
      'content.xml',
      'meta-inf/manifest.xml',
      'styles.xml',
      'meta.xml',
      'settings.xml',
      'thumbnails/',
      'pictures/',
    ],
  );

/** A zip with an entry whose name, in lower case, matches. */
const zipWith =
  (pattern: RegExp): Rule =>
  head =>
    isZip(head) && readEntryNames(head).some(name => pattern.test(name));

const visioZip = zipWith(/^visio\//);
const visioOle = ole('visio');
export const visio: Rule = (head, size) => visioZip(head, size) || visioOle(head, size);

export const xps = zipWith(/\.(fdseq|fdoc|fpage|odttf)$|^documents\/\d/);

/** Documents of Pages, Numbers and Keynote have the same structure. Pictures in `Data` may come first. */
export const iwork = zipWith(
  /^(index\.(xml|apxl|zip)|index\/.*\.iwa$|presentation\.apxl|quicklook\/|preview(-\w+)?\.jpg$|buildversionhistory\.plist|metadata\/.*\.plist$|data\/)/,
);

export const epub = packaged(
  ['application/epub+zip'],
  ['mimetype', 'meta-inf/container.xml', 'oebps/', 'ops/', 'epub/'],
);

/** Files of Word versions that did not write OLE files yet: for Windows 1 and 2, for DOS and for the Mac, and a bare Word 6. */
export const ancientWord: Rule = head =>
  hasAny(head, ['\x9b\xa5', '\xdb\xa5', '\xdc\xa5', '\xec\xa5', '\x31\xbe\0', '\x32\xbe\0', '\xfe\x37\0']);

/** Excel before it wrote OLE files: a stream that opens with the BOF record of BIFF 2, 3, 4, 5 or 8. */
export const ancientExcel: Rule = head =>
  hasAny(head, ['\x09\0', '\x09\x02', '\x09\x04', '\x09\x08']) &&
  hasAny(head, ['\x04\0', '\x06\0', '\x08\0', '\x10\0'], 2);

/** The "XML Spreadsheet" of Excel 2003, which many programs still write with the extension xls. */
export const xmlExcel: Rule = head =>
  /^(?:\xef\xbb\xbf)?\s*<\?xml/.test(readLatin1(head, 0, 64)) &&
  readLatin1(head).includes('urn:schemas-microsoft-com:office:spreadsheet');

const dbfKinds = [0x02, 0x03, 0x04, 0x30, 0x31, 0x32, 0x43, 0x63, 0x83, 0x8b, 0x8c, 0x8e, 0xcb, 0xf5, 0xfb];

/** A dBase table begins with its kind and the date of its last change; some programs leave the date out. */
export const dbf: Rule = head => {
  const [kind = 0, , month = 0, day = 0] = head;
  return head.length >= 33 && dbfKinds.includes(kind) && month <= 12 && day <= 31;
};
